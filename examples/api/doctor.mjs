/** What limits a server that runs, and what to change: `node examples/api/doctor.mjs 4711`, or a port such as `:3000`. */
import { doctor, say } from 'chokepoint';

const [target = ':3000'] = process.argv.slice(2);
const { diagnosis } = await doctor({ target, clients: 16, duration: 3000 });

console.log(say(diagnosis.sentence));
for (const { severity, title } of diagnosis.findings) console.log(`${severity}: ${say(title)}`);
