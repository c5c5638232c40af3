/**
 * A hash for each request (`ITERATIONS` of PBKDF2): pool threads that compute. As many as CPUs can work at a time; a
 * larger pool brings no more, and its threads take the CPUs from the event loop.
 */
const { pbkdf2 } = require('node:crypto');
const { promisify } = require('node:util');
const { serve } = require('./serving.cjs');

const hash = promisify(pbkdf2);
const iterations = Number(process.argv[2] ?? 5000);
serve(async () => (await hash('password', 'salt', iterations, 32, 'sha512')).toString('hex'));
