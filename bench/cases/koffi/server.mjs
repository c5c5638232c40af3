/** A driver in C, called through koffi: each call waits 20 ms for a device on a thread of the pool. */
import { createServer } from 'node:http';
import koffi from 'koffi';

const wait = koffi.load('libc.so.6').func('int usleep(unsigned int microseconds)');

createServer((_request, response) => wait.async(20_000, () => response.end('read'))).listen(process.env.PORT);
