/** The exact changes: lines to set, sketches of code with the names that were seen. */
import { message } from '../../messages/message.ts';
import { applications } from '../../model/apply/apply.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';

/** The variable outside the process, where every part of libuv hears of it: as a line to run, and where services keep it. */
export function setPoolSize({ command }: Pick<Vitals, 'command'>, size: number): Change[] {
  const { ways } = applications({ pool: size }, command.trim().split(/\s+/));
  const services = ways.filter(({ place }) => ['systemd', 'Dockerfile', 'PM2'].includes(place));
  return [
    {
      type: 'env',
      what: message('change.pool-size', { size }),
      text: ways.find(({ place }) => place === 'shell')?.text ?? `UV_THREADPOOL_SIZE=${size} ${command}`,
    },
    {
      type: 'config',
      what: message('change.pool-size-service'),
      text: services.map(({ file, text }) => `# ${file}\n${text}`).join('\n'),
    },
  ];
}

/** What is to be called instead of the bare call of each kind of job. */
const callsOf: Readonly<Record<string, string>> = {
  fs: 'fs.promises.readFile(path)',
  'fs.readfile': 'fs.promises.readFile(path)',
  dns: 'dns.promises.lookup(host)',
  crypto: "pbkdf2(password, salt, rounds, 64, 'sha512') // promisified",
  zlib: 'gzip(body) // promisified',
  node_api: 'theAddOn.work(input) // sharp, bcrypt, …',
};

/** A limiter of a few lines, around the call of the kind that was seen. */
export function limiter(kind: string, most: number, what: Change['what']): Change {
  const call = callsOf[kind] ?? 'theCall(input)';
  const [expression = call, comment] = call.split(' // ');
  return {
    type: 'code',
    what,
    text: [
      `// At most ${most} at a time; the others wait here, and hold no pool thread.`,
      `const most = ${most};`,
      `let running = 0;`,
      `const waiting = [];`,
      `async function limited(job) {`,
      `  if (running >= most) await new Promise((go) => waiting.push(go));`,
      `  else running++;`,
      `  try { return await job(); }`,
      `  finally { const next = waiting.shift(); if (next) next(); else running--; }`,
      `}`,
      `await limited(() => ${expression});${comment ? ` // ${comment}` : ''}`,
    ].join('\n'),
  };
}

/** Work that computes, in threads of its own: piscina, or a worker by hand. */
export function ownThreads(threads: number, job: string): Change {
  return {
    type: 'code',
    what: message('change.own-threads', { threads }),
    text: [
      `// work.js: export default (input) => ${job}`,
      `import { Piscina } from 'piscina';`,
      `const work = new Piscina({`,
      `  filename: new URL('./work.js', import.meta.url).href,`,
      `  maxThreads: ${threads},`,
      `});`,
      `await work.run(input);`,
    ].join('\n'),
  };
}

/** What stands behind `node`: to be run with further flags. */
export function scriptOf(command: string): string {
  return command.replace(/^\S*node\s+/, '');
}

/** The script under `node:cluster`. */
export function moreProcesses({ command }: Pick<Vitals, 'command'>, processes: number): Change {
  return {
    type: 'code',
    what: message('change.more-processes', { processes }),
    text: [
      `// cluster.js, started as: ${command.replace(/\S+\.[cm]?[jt]s\b/, 'cluster.js')}`,
      `import cluster from 'node:cluster';`,
      `cluster.setupPrimary({ exec: '${/\S+\.[cm]?[jt]s\b/.exec(command)?.[0] ?? 'server.js'}' });`,
      `for (let i = 0; i < ${processes}; i++) cluster.fork();`,
    ].join('\n'),
  };
}

/** The CPU quota of a container, in Docker's words and Kubernetes'. */
export function raiseCpuLimit(cpus: number, what: Change['what']): Change {
  return {
    type: 'config',
    what,
    text: `docker update --cpus=${cpus} CONTAINER\n# Kubernetes\nresources: { limits: { cpu: '${cpus}' } }`,
  };
}
