/** A service with one connection to Redis. `block`: each request waits there for a list that stays empty; else it reads a value. */
const { Redis } = require('ioredis');
const { serve } = require('../serving.cjs');

const redis = new Redis({ port: Number(process.env.REDIS_PORT) });

serve(() =>
  process.argv[2] === 'block' ? redis.blpop('jobs', 0.05).then(String) : redis.get('x').then(String),
);
