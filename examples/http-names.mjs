/**
 * node:http alone: looks up a name for each request, as every client without a keep-alive agent does. `dns.lookup` waits
 * on a pool thread for the system's name server, and DNS lookups get only half of the threads.
 * A good setting: twice as many pool threads as lookups at a time, where the name server is slow; where it is not
 * (`localhost` stands in /etc/hosts), there is nothing to wait for, and few threads do.
 */
import { lookup } from 'node:dns';
import { createServer } from 'node:http';

const name = process.env.NAME ?? 'localhost';

createServer((_request, response) => {
  lookup(name, { family: 4 }, (error, address) => {
    response.writeHead(error ? 502 : 200).end(error ? error.message : address);
  });
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
