/** What limits a server, and whether the advised setting helps: `node examples/api/find.mjs server.js`. */
import { find, say } from 'chokepoint';

const [file = 'examples/http-stat.mjs'] = process.argv.slice(2);
const { diagnosis, proof, unproved } = await find({ command: ['node', file], duration: 2000 });

console.log(say(diagnosis.sentence));
if (proof) console.log(proof.verdict, proof.setting);
else if (unproved) console.log(say(unproved));
