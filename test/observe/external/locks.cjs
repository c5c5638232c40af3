/**
 * A Node process whose pool threads wait for each other, as in a database driver: `locks.cjs HOW`. The main thread
 * holds what they wait for. Says `ready 0` when all have been asked to.
 */
'use strict';
const koffi = require('koffi');
const libc = koffi.load('libc.so.6');
const [how] = process.argv.slice(2);

/** Zeroed memory is an unlocked mutex, and a semaphore of none. */
const memory = () => koffi.alloc('uint8_t', 64);
const [lock, wait] = [libc.func('int pthread_mutex_lock(void *)'), libc.func('int sem_wait(void *)')];

const hows = {
  /** All four at one mutex. */
  mutex() {
    const mutex = memory();
    lock(mutex);
    for (let thread = 0; thread < 4; thread++) lock.async(mutex, () => {});
  },
  /** Each at a semaphore of its own. */
  own() {
    for (let thread = 0; thread < 4; thread++) wait.async(memory(), () => {});
  },
};
hows[how]();
setInterval(() => {}, 1e6);
process.stdout.write('ready 0\n');
