/**
 * `node --require chokepoint/probe app.js`, or `--import` (guest). On Node 20 `--import` itself uses the pool, so an
 * application that sets UV_THREADPOOL_SIZE in its first line wants `--require` there.
 */
import type { BundleModule } from './bundle.cts';
import type { InstallModule } from './install.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { bundle } = require(`./bundle${extension}`) as BundleModule;
const { install } = require(`./install${extension}`) as InstallModule;

const socket = process.env['CHOKEPOINT_PROBE_SOCKET'];
if (socket) install({ socket, entry: 'flag', workerText: bundle('worker') });
