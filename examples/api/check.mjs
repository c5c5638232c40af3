/** Whether results of k6, oha, wrk and others can be compared: `node examples/api/check.mjs before.json after.json`. */
import { check, say } from 'chokepoint';

const { sentence, checks } = await check({ settings: process.argv.slice(2).map((file) => [file]) });

console.log(say(sentence));
for (const { id, outcome, sentence: why } of checks)
  if (outcome === 'fail') console.log(`${id}: ${say(why)}`);
