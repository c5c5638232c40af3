/** `node write.ts whole|folder|store|runs|tried PATH`: writes or reads there, and prints `done` or the code of what hinders it. */
import { makeFolder, writeWhole } from '../../src/files.ts';
import { getVerified, setVerified } from '../../src/host/verified-cache.ts';
import { Problem } from '../../src/messages/problem.ts';
import { openStore } from '../../src/store/store.ts';

const [what = '', path = ''] = process.argv.slice(2);

function write(): string {
  if (what === 'whole') writeWhole(path, 'text\n');
  if (what === 'folder') makeFolder(path);
  if (what === 'store') openStore(path, 'write')[Symbol.dispose]();
  if (what === 'runs') return `${openStore(path, 'read').list().length} runs`;
  if (what !== 'tried') return 'done';
  process.env['XDG_CACHE_HOME'] = path;
  setVerified('pool', 'key', 1);
  return getVerified('pool', 'key') === 1 ? 'done' : 'not kept';
}

try {
  console.log(write());
} catch (error) {
  console.log(error instanceof Problem ? error.code : String(error));
}
