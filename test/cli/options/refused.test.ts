/** What a command line cannot be: each is refused before anything starts, by its code and the reason. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, suite, test } from 'node:test';
import { dispatch } from '../../../src/cli/dispatch.ts';
import { openStore } from '../../../src/store/store.ts';
import { accepting } from '../../kit/localhost.ts';
import { host, planOf } from '../../kit/trials.ts';
import { words } from '../../kit/words.ts';
import { example, place } from '../chokepoint.ts';
import { faultOf, refusals } from '../../kit/faults.ts';

const here = place();
const before = process.cwd();
process.chdir(here.folder);
after(() => {
  process.chdir(before);
  here[Symbol.dispose]();
});

/** Codes, each with the code of its reason. */
async function faultsOf(line: string): Promise<string[]> {
  const problems = await refusals(() => dispatch(words(line)));
  for (const { what, why, todo } of problems)
    for (const text of [what, why, todo]) assert.doesNotMatch(text, /undefined|NaN|\[object| {2}|^$/);
  return problems.map(faultOf);
}

const url = '--url http://127.0.0.1:3999/';
const server = `-- node ${example('http-files.mjs')}`;
const sweep = (options: string, command = server) => `sweep ${url} ${options} ${command}`;
const tune = (options: string) => `tune ${url} ${options} ${server}`;
const pid = (options: string) => `doctor --pid ${process.pid} ${options}`;
const withHeader = (value: string) => sweep(`--header 'X-Key: ${value}' --vary pool=4`);
const gate = (options: string) => `sweep ${url} --against main ${options} ${server}`;

const rows: readonly [line: string, ...faults: string[]][] = [
  ['swep', 'COMMAND_UNKNOWN'],
  ['--frobnicate -- node a.js', 'OPTION_UNKNOWN unknown-option.anywhere'],
  ['--vary pool=1,4 -- node a.js', 'OPTION_UNKNOWN unknown-option.here'],
  ['--store=x.db --print-payload', 'OPTION_UNKNOWN unknown-option.here'],
  ['sweep --resume last --vari=pool=1', 'OPTION_UNKNOWN unknown-option.anywhere'],
  ['doctor --pid 1 --generator x', 'OPTION_UNKNOWN unknown-option.here'],
  [sweep("--vary pool=1 --generator ' '"), 'ARGUMENT_MISSING value.empty'],
  ['sweep --resume last --url', 'ARGUMENT_MISSING value.empty'],
  [sweep('--vary pool=1 node server.js', ''), 'SEPARATOR_MISSING'],
  [sweep('--vary pool=1,4', ''), 'ARGUMENT_MISSING missing.command'],
  [sweep('--vary pool=1', '-- nodde x.js'), 'SERVER_COMMAND_NOT_FOUND'],
  [sweep('--vary pool=1', '-- node x.js'), 'SERVER_FILE_NOT_FOUND'],
  [sweep(''), 'ARGUMENT_MISSING missing.vary'],
  [sweep('--vary pol=4'), 'VARY_KEY_UNKNOWN'],
  [sweep('--vary pool=0'), 'VARY_LEVEL_INVALID level.pool-size'],
  [sweep('--vary pool=1025'), 'VARY_LEVEL_INVALID level.pool-size'],
  [sweep('--vary pool='), 'VARY_LEVEL_INVALID level.empty'],
  [sweep('--vary processes=0'), 'VARY_LEVEL_INVALID level.whole'],
  [sweep('--vary pool=1 --vary env:UV_THREADPOOL_SIZE=2'), 'VARY_LEVEL_INVALID level.pool'],
  [sweep('--vary processes=2', "-- sh -c 'node x'"), 'PROCESSES_NEED_NODE'],
  [sweep('--vary pool=1 --load rate:-1'), 'LOAD_INVALID load.rate'],
  [sweep('--vary pool=1 --load closed:100000'), 'LOAD_INVALID load.whole'],
  [sweep('--vary pool=1 --load many'), 'LOAD_INVALID load.no-number'],
  [sweep('--vary pool=1 --clients 0'), 'OPTION_INVALID value.whole'],
  [sweep('--vary pool=1 -c 9000'), 'LOAD_INVALID load.whole'],
  [sweep('--vary pool=1 -c 4 -r 9'), 'OPTIONS_EXCLUSIVE conflict.load'],
  [sweep('--vary pool=1 -c 4 --load rate:9'), 'OPTIONS_EXCLUSIVE conflict.load'],
  [sweep('--vary pool=1 -qv'), 'OPTIONS_EXCLUSIVE conflict.quiet'],
  [sweep('--vary pool=1 --load open:32'), 'LOAD_INVALID load.unknown-kind'],
  [sweep('--vary pool=1 --load closed:many'), 'LOAD_INVALID load.number-missing'],
  [sweep('--vary pool=1 --load closed:4x100 --duration 2s'), 'OPTION_INVALID value.duration-counted'],
  [`sweep --path http://127.0.0.1:1/ --vary pool=1 ${server}`, 'OPTION_INVALID value.path'],
  [`sweep --path //example.com --vary pool=1 ${server}`, 'OPTION_INVALID value.path'],
  [`sweep --url server --vary pool=1 ${server}`, 'URL_INVALID url.not-http'],
  [`sweep --url http://example.com/ --vary pool=1 ${server}`, 'URL_INVALID url.not-local'],
  [sweep('--vary pool=1 --duration soon'), 'OPTION_INVALID value.time'],
  [sweep('--vary pool=1 -d 10parsecs'), 'OPTION_INVALID value.time'],
  [sweep('--vary pool=1 --blocks 0'), 'OPTION_INVALID value.whole'],
  [sweep('--vary pool=1 --header accept'), 'OPTION_INVALID value.header'],
  [sweep('--vary pool=1 --body @/dev/null'), 'OPTION_INVALID value.body'],
  [sweep('--vary pool=1 --expect-status 9000'), 'OPTION_INVALID value.whole'],
  [sweep('--vary pool=1 --precision 0'), 'OPTION_INVALID value.share'],
  [`sweep --vary pool=1 --scenario none.json ${server}`, 'SCENARIO_INVALID file.missing'],
  [`sweep --vary pool=1 --scenario /dev/zero ${server}`, 'SCENARIO_INVALID file.device'],
  [`sweep --vary pool=1 --scenario list.json ${server}`, 'SCENARIO_INVALID file.form'],
  [sweep('--vary pool=1 --engine wrk'), 'OPTION_INVALID engine.form'],
  [sweep('--vary pool=1 --engine k6:'), 'OPTION_INVALID engine.form'],
  [sweep('--vary pool=1 --engine k6:none.js'), 'OPTION_INVALID engine.script'],
  [sweep('--vary pool=1 --engine k6:list.json --load poisson:9'), 'OPTION_INVALID engine.load'],
  [sweep('--vary pool=1 --engine k6:list.json --load closed:4x100'), 'OPTION_INVALID engine.load'],
  [sweep('--vary pool=1 --engine k6:list.json --method put'), 'OPTIONS_EXCLUSIVE conflict.engine'],
  [tune('--engine k6:none.js'), 'OPTION_INVALID engine.script'],
  [sweep('--vary pool=1 --trust-store'), 'ARGUMENT_MISSING missing.resume'],
  ['sweep --resume last --blocks 7', 'OPTIONS_EXCLUSIVE conflict.resume'],
  [gate('--vary pool=1,4'), 'OPTION_INVALID vary.gate'],
  [gate('--metric p98'), 'OPTION_INVALID value.choice'],
  [gate('--precision 3%'), 'OPTIONS_EXCLUSIVE conflict.precision'],
  [gate('--junit file/junit.xml'), 'OPTION_INVALID value.file'],
  [gate('--fail-if-worse 0'), 'OPTION_INVALID value.share'],
  [gate('--blocks 1'), 'OPTION_INVALID value.whole'],
  ['runs remove % --yes', 'RUN_ID_INVALID'],
  ['runs show nothing', 'RUN_NOT_FOUND run.empty'],
  ['runs show', 'RUN_NOT_FOUND run.empty'],
  ['runs remove', 'ARGUMENT_MISSING missing.run'],
  ['runs compare last', 'ARGUMENT_MISSING missing.run'],
  ['runs remove last', 'CONFIRMATION_MISSING'],
  ['runs ls --format csv', 'OPTIONS_EXCLUSIVE conflict.action'],
  ['runs --format csv', 'OPTIONS_EXCLUSIVE conflict.action'],
  ['runs list --out r', 'OPTIONS_EXCLUSIVE conflict.action'],
  ['selftest --store x', 'OPTION_UNKNOWN unknown-option.here'],
  ['serve pool-size --out x', 'OPTION_UNKNOWN unknown-option.here'],
  ['lab --list --out x', 'OPTIONS_EXCLUSIVE conflict.list'],
  ['runs remove a b', 'OPTION_INVALID value.runs'],
  ['runs lst', 'OPTION_INVALID value.choice'],
  ['runs export last --format xml', 'OPTION_INVALID value.choice'],
  [`lab pool-size ${server}`, 'OPTION_INVALID value.command'],
  ['lab pool-sise', 'EXPERIMENT_UNKNOWN'],
  ['lab pool-size --quick --full', 'OPTIONS_EXCLUSIVE conflict.scale'],
  ['lab --quick --full --list', 'OPTIONS_EXCLUSIVE conflict.scale', 'OPTIONS_EXCLUSIVE conflict.list'],
  [
    `sweep --url server --vary pol=1 --duration soon --lod 3 ${server}`,
    'OPTION_UNKNOWN unknown-option.anywhere',
    'OPTION_INVALID value.time',
    'VARY_KEY_UNKNOWN',
    'URL_INVALID url.not-http',
  ],
  ['lab pool-map clustr', 'EXPERIMENT_UNKNOWN'],
  ['lab --vary pool=4', 'OPTION_INVALID vary.experiments'],
  ['lab pool-map cluster --vary pool=3', 'OPTION_INVALID vary.experiments'],
  ['lab pool-size --node 22,24', 'OPTION_INVALID node.one-lab'],
  ['serve nothing', 'SUBJECT_UNKNOWN'],
  ['serve pool-sise', 'SUBJECT_UNKNOWN'],
  ['serve pool-size --topology pm2-clustr', 'TOPOLOGY_UNKNOWN'],
  ['serve pool-size --set iteration=1', 'OPTION_INVALID'],
  ['serve loop-or-threads/io --corrected', 'OPTION_INVALID corrected.none'],
  [`serve pool-size ${server}`, 'OPTION_INVALID value.command'],
  ['serve pool-size more', 'OPTION_INVALID value.words'],
  ['serve pool-size --port 70000', 'OPTION_INVALID value.whole'],
  ['serve pool-size --workers 2', 'OPTION_INVALID topology.count'],
  ['serve pool-size --as-published --corrected', 'OPTIONS_EXCLUSIVE conflict.corrected'],
  ['selftest now', 'OPTION_INVALID value.words'],
  [`predict --what-if pool=8`, 'ARGUMENT_MISSING missing.source'],
  ['predict --demands /dev/zero --what-if pool=8', 'DEMANDS_FILE_INVALID file.device'],
  ['predict --run last --demands x', 'OPTIONS_EXCLUSIVE conflict.stored'],
  ['predict --run last --load closed:2', 'OPTIONS_EXCLUSIVE conflict.stored'],
  [`predict --run last ${server}`, 'OPTIONS_EXCLUSIVE conflict.stored'],
  ['predict --run last --what-if memory=2', 'WHAT_IF_INVALID what-if.unknown-key'],
  ['predict --run none', 'RUN_NOT_FOUND run.empty'],
  ['predict --demands nothing', 'DEMANDS_FILE_INVALID file.missing'],
  ['predict --demands file', 'DEMANDS_FILE_INVALID text'],
  ['predict --demands list.json', 'DEMANDS_FILE_INVALID demands-file.not-an-object'],
  ['predict --demands newer', 'DEMANDS_FILE_INVALID demands-file.schema'],
  ['predict --demands first', 'DEMANDS_FILE_INVALID demands-file.lacks'],
  ['predict --demands partly', 'DEMANDS_FILE_INVALID demands-file.lacks'],
  [`predict --cell a ${url} ${server}`, 'ARGUMENT_MISSING missing.cell'],
  ['runs show --brief', 'ARGUMENT_MISSING missing.json'],
  [tune('--within 0'), 'OPTION_INVALID value.share'],
  [tune('--confidence 20%'), 'OPTION_INVALID value.confidence'],
  [tune('--objective best'), 'OPTION_INVALID value.choice'],
  [tune('--budget 5s'), 'OPTION_INVALID value.time'],
  [tune('--budget 15s --duration 10s'), 'OPTION_INVALID budget.short'],
  [sweep('--vary pool=1,4 --budget 5s'), 'OPTION_INVALID budget.short'],
  [`capacity ${url} --budget 5s ${server}`, 'OPTION_INVALID value.time'],
  [tune('--confidence 100%'), 'OPTION_INVALID value.share'],
  [tune('--blocks=3'), 'OPTION_UNKNOWN unknown-option.here'],
  [tune('--vary env:MODE=fast'), 'OPTION_INVALID vary.one-setting'],
  [tune('--vary pool=1,2 --vary pool=4'), 'OPTION_INVALID vary.twice'],
  [tune('--vary pool=1,2 --vary processes=1,2 --vary cpus=1'), 'OPTION_INVALID vary.too-many'],
  [tune('--load rate:100'), 'OPTION_INVALID objective.rate'],
  [tune('--subject-to p99<200'), 'OPTION_INVALID limit.form'],
  [tune('--subject-to p99=200ms'), 'OPTION_INVALID limit.form'],
  [tune('--subject-to errors<5'), 'OPTION_INVALID limit.form'],
  [tune('--subject-to throughput>100/s'), 'OPTION_INVALID limit.form'],
  [tune('--subject-to constructor<5'), 'OPTION_INVALID limit.figure'],
  [tune('--subject-to p99>200ms'), 'OPTION_INVALID limit.direction'],
  [`tune ${url} --vary pool=1,2 -- env UV_THREADPOOL_SIZE=16 node x.js`, 'OPTION_INVALID vary.assigned'],
  [`tune ${url} --vary pool=1,2 -- sh -c 'UV_THREADPOOL_SIZE=8 node x.js'`, 'OPTION_INVALID vary.assigned'],
  ['check', 'ARGUMENT_MISSING missing.result-file'],
  ['check list.json vs', 'ARGUMENT_MISSING missing.result-file'],
  ['check none vs none vs none', 'ARGUMENT_MISSING missing.result-file'],
  ['check nothing', 'RESULT_FILE_UNREADABLE file.missing'],
  ['check list.json --clients 2 --rate 100', 'OPTIONS_EXCLUSIVE conflict.load'],
  ['check list.json --rate fast', 'OPTION_INVALID value.per-second'],
  ['find --path /health', 'ARGUMENT_MISSING missing.server'],
  ['doctor', 'ARGUMENT_MISSING missing.target'],
  ['doctor :99999', 'OPTION_INVALID value.whole'],
  ['doctor example.com:3000', 'OPTION_INVALID value.elsewhere'],
  ['doctor localhost:70000', 'OPTION_INVALID value.whole'],
  ['doctor nosuchapp', 'PM2_APP_UNKNOWN target.apps'],
  [`doctor ${process.pid} 4712`, 'OPTION_INVALID value.words'],
  ['doctor 4711 --pid 4712', 'OPTION_INVALID conflict.twice'],
  ['doctor node server.js', 'SEPARATOR_MISSING'],
  [`doctor ${url}`, 'ARGUMENT_MISSING missing.doctor-command'],
  ['doctor --pid server', 'OPTION_INVALID value.whole'],
  ['doctor --pid 0', 'OPTION_INVALID value.whole'],
  ['doctor --pid', 'ARGUMENT_MISSING value.empty'],
  [pid('--pid 1'), 'OPTION_INVALID conflict.twice'],
  [pid(server), 'OPTIONS_EXCLUSIVE conflict.pid'],
  [pid(url), 'OPTIONS_EXCLUSIVE conflict.pid'],
  [pid('--load closed:4'), 'OPTION_INVALID port.none'],
  [pid('--load many'), 'OPTION_INVALID port.none', 'LOAD_INVALID load.no-number'],
  [pid('--for soon'), 'OPTION_INVALID value.time'],
  [pid('--for 100ms'), 'OPTION_INVALID value.time'],
  [`doctor --attach ${server}`, 'OPTIONS_EXCLUSIVE conflict.attach'],
  [pid('--attach=perhaps'), 'OPTION_INVALID value.switch'],
  [pid('--attach unsure'), 'OPTION_INVALID value.words'],
  [pid('--capture 2s'), 'ARGUMENT_MISSING missing.capture'],
  [pid('--attach --capture 9s --for 20s'), 'OPTION_INVALID capture.long'],
  [pid('--attach --capture 4s --for 4s'), 'OPTION_INVALID capture.fit'],
  [pid('--fail-on all'), 'OPTION_INVALID value.choice'],
  [pid('--prometheus 70000'), 'OPTION_INVALID value.whole'],
  [pid('--prometheus abc'), 'OPTION_INVALID value.whole'],
  [`doctor ${url} --load closed:4x10 ${server}`, 'OPTION_INVALID load.endless'],
  [`doctor --url http://example.com/ ${server}`, 'URL_INVALID url.not-local'],
  ['doctor --replay watch.json --pid 1', 'OPTIONS_EXCLUSIVE conflict.replay'],
  [`doctor --replay watch.json ${server}`, 'OPTIONS_EXCLUSIVE conflict.replay'],
  ['doctor --replay watch.json', 'REPLAY_INVALID file.missing'],
  ['doctor --replay .', 'REPLAY_INVALID file.folder'],
  ['doctor --print-payload --watch', 'OPTIONS_EXCLUSIVE conflict.payload'],
  [pid('--vary=pool=4'), 'OPTION_UNKNOWN unknown-option.here'],
  [pid('--out file/dir'), 'OUTPUT_UNWRITABLE'],
  ['doctor --replay none', 'REPLAY_INVALID file.json'],
  ['doctor --replay list.json', 'REPLAY_INVALID file.form'],
  ['doctor --replay newer', 'REPLAY_INVALID file.form'],
  ['doctor --replay process', 'REPLAY_INVALID file.form'],
  ['doctor --replay large', 'REPLAY_INVALID file.too-large'],
  ['doctor --replay pipe', 'REPLAY_INVALID file.device'],
  ['doctor --replay /dev/zero', 'REPLAY_INVALID file.device'],
  ['help swep', 'COMMAND_UNKNOWN'],
  ['-d soon -- node server.js', 'OPTION_INVALID value.time'],
  [withHeader('@nowhere'), 'HEADER_UNREADABLE file.missing'],
  [withHeader('@blank'), 'HEADER_UNREADABLE header.file-empty'],
  [withHeader('@lines'), 'HEADER_UNREADABLE header.file-lines'],
  [withHeader('@/dev/null'), 'HEADER_UNREADABLE file.device'],
  [withHeader('@long'), 'HEADER_UNREADABLE file.too-large'],
  [withHeader('Bearer $CHOKEPOINT_UNSET'), 'HEADER_UNREADABLE header.no-variable'],
  [sweep('--vary pool=1 --store file/runs.db'), 'STORE_UNWRITABLE'],
  [sweep('--vary pool=1 --store newer.db'), 'STORE_NEWER'],
  ['runs list --store cut.db', 'STORE_DAMAGED'],
  [sweep('--vary pool=1 --out file/dir'), 'OUTPUT_UNWRITABLE'],
];

suite('Refused:', () => {
  writeFileSync('file', '');
  writeFileSync('none', 'watch');
  writeFileSync('list.json', '[]');
  writeFileSync('newer', '{"schema":2}');
  writeFileSync('first', '{"schema":1}');
  writeFileSync('partly', '{"schema":1,"from":{"run":"x"}}');
  const watch = { schema: 1, id: 'a', target: { type: 'pid', pid: 1 }, startedAt: 1, duration: 1, host: {} };
  writeFileSync('process', JSON.stringify({ ...watch, notes: [], end: 'time', processes: [{ pid: 1 }] }));
  writeFileSync('large', '');
  truncateSync('large', 257 * 1024 * 1024);
  spawnSync('mkfifo', ['pipe']);
  mkdirSync('.chokepoint');
  writeFileSync('blank', '\n');
  writeFileSync('lines', 'a\nb\n');
  writeFileSync('long', 'a'.repeat(64 * 1024 + 1));
  openStore('newer.db', 'write')[Symbol.dispose]();
  const database = new DatabaseSync('newer.db');
  database.exec('PRAGMA user_version = 99');
  database.close();
  const store = openStore('cut.db', 'write');
  store.create(planOf('1', '4'), host);
  store[Symbol.dispose]();
  truncateSync('cut.db', 6000);
  for (const [line, ...faults] of rows)
    test(line, async () => assert.deepEqual((await faultsOf(line)).toSorted(), faults.toSorted()));
});

test('Refused: a port that is taken', async () => {
  await using taken = await accepting(() => {});
  const line = `sweep --url ${taken.url} --vary pool=1 ${server}`;
  assert.deepEqual(await faultsOf(line), ['PORT_TAKEN']);
});
