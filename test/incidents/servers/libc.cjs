/** Calls of the C library on a thread of libuv's pool, as an addon makes them: each holds its thread until it returns. */
const koffi = require('koffi');

const library = koffi.load('libc.so.6');

const onPool = (signature) => {
  const call = library.func(signature);
  return (...parameters) =>
    new Promise((resolve, reject) =>
      call.async(...parameters, (error, result) => (error ? reject(error) : resolve(result))),
    );
};

const usleep = onPool('int usleep(uint)');
/** The thread sleeps in the kernel, as in a call to a driver that waits for a server. */
exports.blockingCall = (milliseconds) => usleep(milliseconds * 1000);

const initialize = library.func('int sem_init(void *, int, uint)');
exports.wait = onPool('int sem_wait(void *)');
exports.post = onPool('int sem_post(void *)');
/** A semaphore at zero; whoever uses it must hold it until no call needs it. */
exports.semaphore = () => {
  const memory = Buffer.alloc(32);
  initialize(memory, 0, 0);
  return memory;
};
