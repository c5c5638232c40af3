/** `node write.ts whole|folder|store|runs|tried PATH`: writes or reads there, and prints `done` or the code of what hinders it. */
import { makeFolder, writeWhole } from '../../src/files.ts';
import { keep, recall } from '../../src/host/verified-cache.ts';
import { Problem } from '../../src/model/problem.ts';
import { openStore } from '../../src/store/store.ts';

const [what = '', path = ''] = process.argv.slice(2);

function write(): string {
  if (what === 'whole') writeWhole(path, 'text\n');
  if (what === 'folder') makeFolder(path);
  if (what === 'store') openStore(path, 'write')[Symbol.dispose]();
  if (what === 'runs') return `${openStore(path, 'read').list().length} runs`;
  if (what !== 'tried') return 'done';
  process.env['XDG_CACHE_HOME'] = path;
  keep('pool', 'key', 1);
  return recall('pool', 'key') === 1 ? 'done' : 'not kept';
}

try {
  console.log(write());
} catch (error) {
  console.log(error instanceof Problem ? error.code : String(error));
}
