/** The exact changes: lines to set, sketches of code with the names that were seen. */
import type { Change } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';

/** The variable outside the process, where every part of libuv hears of it: as a line to run, and where services keep it. */
export function setPoolSize({ command }: Pick<Vitals, 'command'>, size: number): Change[] {
  return [
    {
      type: 'env',
      what: `Start it with ${size} pool thread${size === 1 ? '' : 's'}`,
      text: `UV_THREADPOOL_SIZE=${size} ${command}`,
    },
    {
      type: 'config',
      what: 'The same where the service is kept (the one that applies)',
      text: [
        `# systemd, in [Service]\nEnvironment=UV_THREADPOOL_SIZE=${size}`,
        `# Dockerfile\nENV UV_THREADPOOL_SIZE=${size}`,
        `# PM2, in ecosystem.config.js (fork mode: cluster mode may use the pool before it is heard)\nenv: { UV_THREADPOOL_SIZE: '${size}' }`,
      ].join('\n'),
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
export function limiter(kind: string, most: number, what: string): Change {
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
    what:
      threads === 1
        ? 'Give that work a thread of its own: the pool is free for the rest, and a CPU for the event loop'
        : `Give that work ${threads} threads of its own: the pool is free for the rest, and a CPU for the event loop`,
    text: [
      `// work.js: export default (input) => ${job}`,
      `import { Piscina } from 'piscina';`,
      `const work = new Piscina({ filename: new URL('./work.js', import.meta.url).href, maxThreads: ${threads} });`,
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
    what: `Run it in ${processes} processes that share the port`,
    text: [
      `// cluster.js, started as: ${command.replace(/\S+\.[cm]?[jt]s\b/, 'cluster.js')}`,
      `import cluster from 'node:cluster';`,
      `cluster.setupPrimary({ exec: '${/\S+\.[cm]?[jt]s\b/.exec(command)?.[0] ?? 'server.js'}' });`,
      `for (let i = 0; i < ${processes}; i++) cluster.fork();`,
    ].join('\n'),
  };
}

/** The CPU quota of a container, in Docker's words and Kubernetes'. */
export function raiseCpuLimit(cpus: number, what: string): Change {
  return {
    type: 'config',
    what,
    text: `docker update --cpus=${cpus} CONTAINER\n# Kubernetes\nresources: { limits: { cpu: '${cpus}' } }`,
  };
}
