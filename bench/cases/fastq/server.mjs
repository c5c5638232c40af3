/** Orders go through a queue of one worker, which waits 5 ms for a service that stores them. */
import { createServer } from 'node:http';
import { setTimeout as stored } from 'node:timers/promises';
import fastq from 'fastq';

const orders = fastq.promise(async (order) => stored(5, order), Number(process.env.CONCURRENCY ?? 1));

createServer(async ({ url }, response) => response.end(await orders.push(url))).listen(process.env.PORT);
