/** A second server of the same command beside the first: its own `listen` is led to ports that nobody else has. */
import { addressText } from '../host/listeners.ts';
import { atOrigin, endpointOf } from '../format/address.ts';
import type { Launch } from '../topologies/topology.ts';
import { withPreload } from './told-ports.ts';

/** Ranges below the ports that the kernel gives out. Their length is a prime: ports a thousand apart stay apart. */
const ranges = { length: 997, first: 11, count: 20 } as const;

/** @param beside servers that live already. @returns the first port of its range */
export function shiftOf(beside: number): number {
  return ranges.length * (ranges.first + ((process.pid + beside) % ranges.count));
}

export function shiftedUrl(url: string, shift: number): string {
  const { host, port } = endpointOf(url);
  const { protocol } = new URL(url);
  return atOrigin(`${protocol}//${addressText({ host, port: shift + (port % ranges.length) })}`, url);
}

/** JavaScript, for any Node, that shifts ports. One in the range stays: a cluster's primary listens again for its workers. */
const preload = (first: number) => `'use strict';
const { prototype } = require('node:net').Server;
const { listen } = prototype;
const shifted = (port) =>
  Number(port) > 0 && !(port >= ${first} && port < ${first + ranges.length}) ? ${first} + (port % ${ranges.length}) : port;
prototype.listen = function (place, ...rest) {
  const isObject = typeof place === 'object' && place !== null && 'port' in place;
  return listen.call(this, isObject ? { ...place, port: shifted(place.port) } : shifted(place), ...rest);
};
`;

/** The launch with its ports shifted in each Node that it starts. @param directory the trial's own folder */
export function withShift(launch: Launch, shift: number, directory: string): Launch {
  return withPreload(launch, directory, 'shifted-ports.cjs', preload(shift));
}
