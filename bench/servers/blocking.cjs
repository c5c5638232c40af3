/**
 * Each request is a call of the C library that holds its pool thread for `MILLISECONDS` and needs no CPU, as a database
 * driver does that waits for its server. What is best is known exactly: as many threads as there are calls at a time.
 */
const { createServer } = require('node:http');
const koffi = require('koffi');

const library = koffi.load('libc.so.6');
const usleep = library.func('int usleep(uint)');
const microseconds = 1000 * Number(process.argv[2] ?? 20);

createServer((_request, response) => {
  usleep.async(microseconds, (error) =>
    response.writeHead(error ? 500 : 200).end(error ? error.message : 'slept'),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
