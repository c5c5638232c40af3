/** `node writer.ts FILE`: a process of its own that does with the store what each line of stdin says, and answers with a line. */
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { message } from '../../src/messages/message.ts';
import { Problem } from '../../src/messages/problem.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';

const file = process.argv[2] ?? '';
let opened: Store | null = null;
const store = () => (opened ??= openStore(file, 'write'));
let lock: DatabaseSync | null = null;

const actions: Record<string, (id: string, more?: string) => string | void> = {
  open: () => void store(),
  create: () => store().create(planOf('1', '4'), host),
  resume: (id) => `${store().resume(id).trials.length}`,
  add: (id, ordinal) => store().add(id, { ...trialOf(0, '1'), ordinal: Number(ordinal) }),
  finish: (id) => store().finish(id, 'interrupted', message('stop.interrupted')),
  foreign: (id) => store().whyForeign(id)?.code ?? 'own',
  lock() {
    lock = new DatabaseSync(file);
    lock.exec('BEGIN IMMEDIATE');
  },
  unlock: () => lock?.close(),
};

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [name = '', id = '', more] = line.split(' ');
  try {
    console.log(actions[name]?.(id, more) ?? 'done');
  } catch (error) {
    console.log(error instanceof Problem ? error.code : String(error));
  }
}
