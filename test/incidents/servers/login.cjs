/**
 * "A hundred users log in": bcrypt in a container with one CPU.
 * What happened: one comparison takes 6 s when a hundred wait for the same CPU; a larger pool was not enough.
 * What helped: fewer at a time, elsewhere, or more CPU. Not a larger pool: its threads share the one CPU.
 */
const bcrypt = require('bcrypt');
const { serve } = require('./serving.cjs');

const hash = bcrypt.hashSync('password', 8);
serve(async () => String(await bcrypt.compare('password', hash)));
