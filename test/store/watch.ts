/** `node watch.ts FILE`: opens the store over and over until it holds a run (for at most 20 s), and says what it found. */
import { openStore } from '../../src/store/store.ts';

console.log('looking');
for (const end = Date.now() + 20_000; Date.now() < end;) {
  using store = openStore(process.argv[2] ?? '', 'read');
  const runs = store.list().length;
  if (runs === 0) continue;
  console.log(`found ${runs} run`);
  break;
}
