/**
 * `process.env.UV_THREADPOOL_SIZE = 16` in a module that another one has run before, and that one has used the pool: the
 * size is read once, at the first use. What helps: to set it outside, where the process is started.
 */
import { stat } from 'node:fs/promises';
import libc from './libc.cjs';
import serving from './serving.cjs';

await stat(import.meta.filename);
process.env.UV_THREADPOOL_SIZE = '16';

serving.serve(async () => String(await libc.blockingCall(20)));
