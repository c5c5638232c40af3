/** Healthy: small files that the kernel has in memory, and few enough requests for them. */
const { readFile } = require('node:fs/promises');
const { serve } = require('./serving.cjs');

serve(() => readFile(__filename));
