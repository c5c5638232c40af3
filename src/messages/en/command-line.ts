/** Why a part of the command line is refused (`.why`), and what to write instead (`.todo`). */

import { counted } from '../../format/number.ts';
import { listed } from '../../format/words.ts';
import type { Nested } from '../nested.ts';
import { quoted } from '../shell.ts';

type Example = { option: string; example: string };

const write = ({ option, example }: Example) => `Write ${option} ${example}`;
/** The nearest known name, where there is one. */
type Near = { near: string | null };
const nearOr = (near: string | null, else_: string) => (near === null ? else_ : `Did you mean "${near}"?`);
const leaveOne = 'Leave one of the two out.';
const leaveOut = 'Leave it out.';

/** A value that an option does not take. */
const values = {
  'name.value': ({ option }: { option: string }) => `The value of ${option}`,
  'name.near': ({ name, near }: { name: string; near: string }) => `${name} (did you mean ${near}?)`,
  'name.of-command': ({ command }: { command: string }) => `a command ("${command}")`,
  'value.empty.why': 'This option needs one.',
  'value.empty.todo': ({ option, value, help }: { option: string; value: string; help: Nested }) =>
    `Write ${option} ${value}: ${help}.`,
  'value.switch.why': ({ choices }: { choices: readonly string[] }) =>
    `It is a switch and takes no value${choices.length > 0 ? ` except ${choices.join(', ')}` : ''}.`,
  'value.switch.todo': ({ option, choices }: { option: string; choices: readonly string[] }) =>
    `Write ${[`${option} alone`, ...choices.map((choice) => `${option}=${choice}`)].join(', or ')}.`,
  'value.twice.why': ({ before }: { before: string }) => `It was already given as "${before}".`,
  'value.twice.todo': leaveOne,
  'value.time.why': ({ leastMs }: { leastMs: number }) =>
    `It takes seconds, or a time with a unit${leastMs === 0 ? '' : `, ${leastMs < 1000 ? `${leastMs} ms` : `${leastMs / 1000} s`} or more`}.`,
  'value.time.todo': write,
  'value.share.why': 'It takes a share above 0% and below 100%.',
  'value.share.todo': write,
  'value.confidence.why': 'It takes 50% to 99.9%.',
  'value.confidence.todo': write,
  'value.whole.why': ({ least, most }: { least: number; most: number | null }) =>
    `It takes a whole number ${most === null ? `of ${least} or more` : `from ${least} to ${most}`}.`,
  'value.whole.todo': write,
  'value.choice.why': ({ choices }: { choices: readonly string[] }) =>
    `It takes one of ${choices.join(', ')}.`,
  'value.choice.todo': ({ near, ...rest }: Example & Near) => nearOr(near, `${write(rest)}.`),
  'value.header.why': 'Use NAME:VALUE.',
  'value.header.todo': "Write --header 'Accept: application/json'",
  'value.body.why': ({ reason }: { reason: Nested }) => reason,
  'value.body.todo':
    'Name a regular file of at most 64 MiB. Where chokepoint printed @body.json, write the body there first: its secret is not kept.',
  'value.file.why': ({ reason }: { reason: string }) => reason,
  'value.file.todo': 'Name a file in a folder that can be written.',
  'value.duration-counted.why': 'This load ends by its number of requests.',
  'value.duration-counted.todo':
    'Leave one of the two out: --load closed:32 --duration 10s, or --load closed:32x1000.',
  'engine.form.why': 'The requests come from chokepoint itself, or from a script that k6 runs.',
  'engine.form.todo': 'Write --engine k6:script.js, or leave it out.',
  'engine.script.why': ({ reason }: { reason: Nested }) => reason,
  'engine.script.todo': 'Check its path; it is looked for from the current folder.',
  'engine.load.why':
    'k6 sends requests at a constant rate, or from clients that ask again; it has no Poisson arrivals, and here no ramps and batches.',
  'engine.load.todo': 'Write --rate 200 or --clients 32.',
  'value.path.why': 'A path begins with a slash, and holds neither a host nor a blank.',
  'value.path.todo': 'Write --path /health, or the whole address: --url http://127.0.0.1:3000/health',
  'value.elsewhere.why': ({ host }: { host: string }) =>
    `${host} is not a loopback address, and processes can be watched on their own machine only.`,
  'value.elsewhere.todo': 'Run chokepoint on that machine, or write :3000 for a port of this one.',
  'value.words.why': ({ most }: { most: number }) =>
    most === 0 ? 'It takes options only.' : `It takes ${counted(most, 'name')} at most.`,
  'value.words.todo': ({ verb }: { verb: string }) => `Leave it out; see "{chokepoint} ${verb} --help".`,
  'value.runs.why': ({ most }: { most: number }) =>
    `It takes ${most === 0 ? 'no' : most} ${most === 1 ? 'run' : 'runs'}.`,
  'value.runs.todo': 'Leave it out.',
  'value.command.why': 'It does not start your server.',
  'value.command.todo': 'For your own server use: {chokepoint} sweep … -- node server.js',
};

const poolLevels = ({ most }: { most: number }) => `Use 1 to ${most}, "cores" or "default".`;

/** A value that fits alone, and not with the others. */
const plans = {
  'level.pool.why': 'The key "pool" sets that variable.',
  'level.pool.todo': 'Write --vary pool=LEVELS.',
  'level.empty.why': 'A level is empty.',
  'level.empty.todo': ({ key }: { key: string }) => `Write --vary ${quoted(`${key}=A,B,C`)}.`,
  'level.pool-none.why':
    'libuv turns 0, an empty value and every word into a pool of one thread, without a warning.',
  'level.pool-none.todo': poolLevels,
  'level.pool-large.why': ({ most }: { most: number }) => `libuv limits every size to ${most}.`,
  'level.pool-large.todo': poolLevels,
  'level.whole.why': 'It takes whole numbers of 1 or more.',
  'level.whole.todo': 'Use 1, 2, … or "cores".',
  'level.cpus.why': ({ cpus }: { cpus: number }) => `This machine has ${counted(cpus, 'CPU')}.`,
  'level.cpus.todo': ({ cpus }: { cpus: number }) => `Use 1 to ${cpus}.`,
  'vary.too-many.why': 'A search takes one variable, or two that form a grid.',
  'vary.too-many.todo': 'Tune two of them first, then the third with the recommended setting.',
  'vary.twice.why': 'The same variable is named twice.',
  'vary.twice.todo': 'Put all its levels into one --vary.',
  'vary.one-setting.why': 'That leaves one setting, which is the current one.',
  'vary.one-setting.todo': 'Write --vary pool=1..64',
  'vary.assigned.why': ({ script, name, value }: { script: string | null; name: string; value: string }) =>
    `${script === null ? 'The command' : `The script "${script}" of package.json`} sets ${name}=${value} itself, which overrides every value to be tried.`,
  'vary.assigned.todo': ({ key, name, value }: { key: string; name: string; value: string }) =>
    key === 'pool'
      ? `Remove it there, and put it before chokepoint: ${name}=${quoted(value)} {chokepoint} tune … (it is then the current setting).`
      : `Remove it there. To try it as well: --vary ${quoted(`${key}=${value},OTHER`)}`,
  'vary.gate.why':
    'A gate compares the code alone; every other setting is fixed, so each key takes one level.',
  'vary.gate.todo': ({ key, level }: { key: string; level: string | number }) =>
    `Write --vary ${quoted(`${key}=${level}`)}, or sweep the levels without --against.`,
  'vary.experiments.why': 'Each experiment varies something else.',
  'vary.experiments.todo': 'Name one experiment.',
  'budget.short.why': ({ trialMs }: { trialMs: number }) =>
    `A trial takes about ${Number((trialMs / 1000).toPrecision(2))} s here, and a comparison needs two settings with two trials each.`,
  'budget.short.todo': ({ neededMs }: { neededMs: number }) =>
    `Write --budget ${Math.ceil(neededMs / 1000)}s at least, better 5 times that; or a shorter --duration and --warmup.`,
  'objective.rate.why':
    'This load sends requests at a fixed rate, so every setting that keeps up has the same throughput.',
  'objective.rate.todo':
    'Write --objective p99, or use clients that wait for their responses: --load closed:32',
  'limit.figure.why': ({ known }: { known: readonly string[] }) => `It limits one of ${known.join(', ')}.`,
  'limit.figure.todo': "Write --subject-to 'p99<200ms,errors=0'",
  'limit.form.why':
    'It needs a figure, "<" or ">", and a limit: a time with ms or s, errors as 0 or a percentage, throughput as a number of requests per second.',
  'limit.form.todo': "Write --subject-to 'p99<200ms,errors=0'",
  'limit.direction.why': ({ name, bound }: { name: string; bound: string }) =>
    `A limit excludes bad values, and ${name} is better the ${bound === '>' ? 'higher' : 'lower'} it is.`,
  'limit.direction.todo': ({ name, bound, limit }: { name: string; bound: string; limit: string }) =>
    `Write --subject-to ${quoted(`${name}${bound}${limit}`)}`,
  'slo.figure.why': ({ known }: { known: readonly string[] }) => `It limits ${known.join(', ')}.`,
  'slo.figure.todo': "Write --slo 'p99<200ms,errors<0.1%'",
  'slo.form.why': 'Each part is a figure, "<" and a limit above 0: a time with ms or s, errors with %.',
  'slo.form.todo': "Write --slo 'p99<200ms,errors<0.1%'",
  'slo.twice.why': ({ figure }: { figure: string }) => `It limits ${figure} twice.`,
  'slo.twice.todo': ({ figure }: { figure: string }) => `Give one limit for ${figure}.`,
  'slo.two-settings.why': 'Capacity is compared between two settings; more would take hours.',
  'slo.two-settings.todo': 'Write --vary pool=4,64',
  'value.per-second.why': 'It is not a rate: requests a second.',
  'value.per-second.todo': ({ option }: { option: string }) => `Write ${option} 500/s`,
  'node.one-lab.why': ({ experiment }: { experiment: string }) =>
    `"${experiment}" runs on one version of Node.`,
  'node.one-lab.todo': ({ versions }: { versions: string }) =>
    `Give one version. Side by side: {chokepoint} lab pool-map --node ${quoted(versions)}`,
  'node.one.why': 'A server runs on one version of Node.',
  'node.one.todo': 'Give one version or path.',
  'capture.long.why': 'Trace events slow the process down, so they are taken for 5 s at most.',
  'capture.long.todo': 'Write --capture 3s',
  'capture.fit.why': 'It has to fit into the watch, with time before it.',
  'capture.fit.todo': ({ neededMs }: { neededMs: number }) => `Watch longer: --duration ${neededMs / 1000}s`,
  'port.none.why': ({ pid }: { pid: number }) =>
    `No TCP port was found at which process ${pid} listens, so there is nowhere to send requests.`,
  'port.none.todo': ({ load }: { load: string }) =>
    `Name the port: {chokepoint} doctor :3000 ${load}. Or leave the load out.`,
  'port.several.why': ({ pid, ports }: { pid: number; ports: readonly number[] }) =>
    `Process ${pid} listens at several ports: ${ports.join(', ')}.`,
  'port.several.todo': ({ ports, load }: { ports: readonly number[]; load: string }) =>
    `Name the one that is meant: {chokepoint} doctor :${ports[0] ?? 3000} ${load}`,
  'load.endless.why':
    'The doctor loads the server for as long as it watches; this load ends by its number of requests.',
  'load.endless.todo': 'Write --load closed:64, or --load rate:100',
  'corrected.none.why':
    'The fault of that server is how it spreads its work, which only its topology changes.',
  'corrected.none.todo': ({ topologies }: { topologies: readonly string[] }) =>
    `Write --topology ${topologies.join(' or ')}.`,
  'topology.count.why': ({ topology, what }: { topology: string; what: string }) =>
    `The topology ${topology} has no number of ${what} to set.`,
  'topology.count.todo': ({ others }: { others: readonly string[] }) =>
    others.length > 0 ? `Choose another: --topology ${others.join(' or ')}.` : leaveOut,
};

/** What has to be given beside what was given. */
const missing = {
  'missing.command.why': 'Each trial starts your server under another setting, so its command is needed.',
  'missing.command.todo': ({ verb }: { verb: string }) =>
    `Put it after --: {chokepoint} ${verb} … -- node server.js`,
  'missing.vary.why': 'A sweep compares settings, so it needs to know which.',
  'missing.vary.todo': 'Write --vary pool=1,4,16',
  'missing.gate.why': ({ given }: { given: string }) =>
    `${given} is for a gate, which compares the working tree with a baseline.`,
  'missing.gate.todo': 'Write --against main, or --against last for the newest stored run.',
  'missing.resume.why': ({ given }: { given: string }) =>
    `${given} applies to a stored run, and this one is new.`,
  'missing.resume.todo': 'Leave it out, or name the run with --resume.',
  'missing.capture.why': 'Trace events are taken inside the process, and nothing enters it without consent.',
  'missing.capture.todo': 'Add --attach, or leave --capture out.',
  'missing.json.why': '--brief shortens the JSON document.',
  'missing.json.todo': 'Add --json, or leave --brief out: --quiet prints the verdict only.',
  'missing.cell.why': '--cell names a setting of a stored run.',
  'missing.cell.todo': 'Write --run RUN, or leave --cell out.',
  'missing.source.why':
    'A prediction starts from measurements: a stored run, stored demands, or your server as it is.',
  'missing.source.todo': 'Write --run last, --demands FILE, or -- node server.js',
  'missing.target.why': 'Which process should doctor look at?',
  'missing.target.todo':
    'Write {chokepoint} doctor PID, {chokepoint} doctor :PORT, or {chokepoint} doctor -- node server.js',
  'missing.server.why': 'Which server is to be started?',
  'missing.server.todo': 'Write {chokepoint} -- node server.js',
  'missing.doctor-command.why': ({ given }: { given: string }) =>
    `${given} says what the server is asked, but not which server is meant.`,
  'missing.doctor-command.todo':
    'Write {chokepoint} doctor … -- node server.js, or doctor PID or :PORT for one that runs (ss -ltnp lists both).',
  'missing.kept.why': 'None was typed, and this folder keeps none.',
  'missing.kept.todo':
    'Write {chokepoint} -- node server.js, or keep "command": "node server.js" in chokepoint.json.',
  'missing.shell.why': 'Each shell reads a script of its own.',
  'missing.shell.todo': ({ known }: { known: readonly string[] }) =>
    `Write {chokepoint} completion ${known.join(', or ')}.`,
  'missing.result-file.why': 'Which result is to be checked?',
  'missing.result-file.todo':
    'Name what a tool wrote: {chokepoint} check oha.json, or two settings: {chokepoint} check a1.json a2.json vs b1.json b2.json.',
  'missing.run.why': 'Which run is meant?',
  'missing.run.todo': 'Give its id from "{chokepoint} runs list", or "last".',
};

/** What cannot be given together. */
const conflicts = {
  'conflict.scenario.why': 'The scenario already defines the URL and the content of each request.',
  'conflict.scenario.todo': leaveOne,
  'conflict.engine.why': 'The script of k6 already defines what is sent, and which answers are right.',
  'conflict.engine.todo': leaveOne,
  'conflict.load.why': 'Each of --clients, --rate and --load describes the whole load.',
  'conflict.load.todo': leaveOne,
  'conflict.quiet.why': 'One asks for less output, the other for more.',
  'conflict.quiet.todo': leaveOne,
  'conflict.scale.why': 'Only one scale can be run at a time.',
  'conflict.scale.todo': leaveOne,
  'conflict.corrected.why': 'A server starts either as published or corrected.',
  'conflict.corrected.todo': leaveOne,
  'conflict.precision.why': 'A gate stops when the interval lies on one side of the allowed loss.',
  'conflict.precision.todo': 'Leave it out, or limit the gate with --budget 5m or --blocks 13.',
  'conflict.pid.why':
    'A running server is named by its PID or its port, which is where a load is sent as well.',
  'conflict.pid.todo':
    'Leave one of the two out: {chokepoint} doctor :3000 -c 32, or {chokepoint} doctor -- COMMAND.',
  'conflict.attach.why': 'A server that the doctor starts has the probe from the beginning.',
  'conflict.attach.todo': 'Leave --attach out.',
  'conflict.stored.why':
    'A stored run or stored demands are used as they are: nothing is measured, so the other option would be ignored.',
  'conflict.stored.todo': leaveOne,
  'conflict.resume.why': 'A resumed run keeps the plan that it was started with.',
  'conflict.resume.todo': 'Leave the rest out, or start a new run without --resume.',
  'conflict.list.why': 'It prints a list and ends: nothing is run.',
  'conflict.list.todo': leaveOne,
  'conflict.replay.why': 'The measurements are in the file: nothing is started, and no process is read.',
  'conflict.replay.todo': leaveOne,
  'conflict.payload.why': 'It prints the code and ends: nothing is watched.',
  'conflict.payload.todo': leaveOne,
  'conflict.action.why': 'That action does not use it.',
  'conflict.action.todo': leaveOut,
};

const takes = {
  text: 'a text or a number',
  list: 'a text, or a list of texts',
  switch: 'true or false',
} as const;
type Place = { line: number; key: string };

/** What is wrong with chokepoint.json, or with "chokepoint" in package.json. */
const settings = {
  'settings.json.why': ({ reason }: { reason: string }) => `It is no complete JSON document: ${reason}.`,
  'settings.json.todo': 'Fix that place, or remove the file.',
  'settings.form.why': 'It is no JSON object.',
  'settings.form.todo': 'Write { "command": "node server.js", "path": "/health" }',
  'settings.unknown.why': ({ line, key }: Place) => `Line ${line}: "${key}" is no setting.`,
  'settings.unknown.todo': ({ near, known }: { near: string | null; known: readonly string[] }) =>
    nearOr(near, `It takes the options by their names: ${known.join(', ')}.`),
  'settings.value.why': ({ line, key, kind }: Place & { kind: keyof typeof takes }) =>
    `Line ${line}: "${key}" takes ${takes[kind]}.`,
  'settings.value.todo': ({ key }: { key: string }) =>
    key === 'command' ? 'Write "command": ["node", "server.js"]' : `Write it as after --${key}.`,
  'settings.refused.why': ({ line, key, because }: Place & { because: Nested }) =>
    `Line ${line}, "${key}": ${because}`,
  'settings.refused.todo': ({ instead }: { instead: Nested }) => `As on the command line: ${instead}`,
  'settings.command.why': ({ line }: { line: number }) =>
    `Line ${line}: the command has characters that only a shell reads, and none is used.`,
  'settings.command.todo': 'Write its words as a list: "command": ["node", "server.js", "--name", "a b"]',
};

/** How a run ends that did not measure all. */
const ends = {
  'resume.other-verb.why': ({ verb }: { verb: string }) => `It was started with "{chokepoint} ${verb}".`,
  'resume.other-verb.todo': ({ verb, id }: { verb: string; id: string }) =>
    `Write: {chokepoint} ${verb} --resume ${id}`,
  'resume.gate.why':
    'It is a gate: its base was checked out only for that run, and the working tree may have changed since.',
  'resume.gate.todo': 'Start it again; its trials stay readable.',
  'resume.other-plan.why': 'What was given with --resume differs from what the run was started with.',
  'resume.other-plan.todo': ({ lost }: { lost: readonly string[] }) =>
    `Give the same options as then, including its secrets: ${lost.join(' ')}`,
  'resume.secrets': ({ id, lost }: { id: string; lost: readonly string[] }) =>
    `Give them again as they were: --resume ${id} ${lost.join(' ')}`,
  'interrupted.stored': ({ done, planned }: { done: number; planned: number | null }) =>
    `${done}${planned === null ? '' : ` of ${planned}`} ${(planned ?? done) === 1 ? 'trial' : 'trials'} ${done === 1 ? 'is' : 'are'} stored.`,
  'interrupted.nothing': 'Nothing is stored.',
  'interrupted.restart': 'Start it again.',
  'interrupted.gate': 'Start it again: a gate measures base and head in one run.',
  'interrupted.resume': ({ verb, id, lost }: { verb: string; id: string; lost: readonly string[] }) =>
    `Continue with: {chokepoint} ${verb} --resume ${id}${lost.length === 0 ? '' : `, and give again the values that are not stored: ${lost.join(' ')}`}`,
  'interrupted.lab': ({
    id,
    left,
    scale,
  }: {
    id: string | null;
    left: readonly string[];
    scale: string | null;
  }) => {
    const rest = `{chokepoint} lab ${left.join(' ')}${scale === null ? '' : ` --${scale}`}`;
    if (id === null) return `Continue with: ${rest}`;
    return `Continue with: {chokepoint} lab --resume ${id}${left.length > 0 ? `, and then with: ${rest}` : ''}`;
  },
  'interrupted.watch.why': 'The watch had not started.',
  'interrupted.watch.todo': 'Start it again.',
  'interrupted.early.why': ({ seconds }: { seconds: string }) =>
    `The report holds what was seen in ${seconds} s.`,
  'interrupted.early.todo': 'Watch longer for a more reliable answer.',
  'cut-short.command':
    'Start the same command by hand and look for the reason; its last output, if any, is below.',
  'cut-short.pid': 'Look for the reason in its log, and for the process that took its place: pgrep -af node',
  'unmeasured.problem': ({ code, what }: { code: string; what: string }) => `${code}: ${what}`,
  'unmeasured.void': 'A validity check voided its trials; the report says which.',
  'output.folder': 'Choose another folder with --out DIR.',
  'output.file': 'Choose another file with --out FILE.',
  'output.unkept': ({ why }: { why: string }) =>
    `No report was kept: ${why.replace(/\.$/, '')}. --out DIR names another folder.`,
  'output.stdout': 'Free some space there, or send standard output to another place.',
  'replay.form': 'It looks like a watch, but a part of it has an unexpected form.',
  'unknown-option.anywhere': 'Unknown options are rejected, because ignoring one could change the result.',
  'unknown-option.here': ({ command, verbs }: { command: string; verbs: readonly string[] }) =>
    `${listed(verbs)} ${verbs.length === 1 ? 'takes' : 'take'} it, and ${command} does not.`,
  'file.missing': 'There is no such file.',
  'file.folder': 'It is a folder.',
  'file.device': 'It is a device or a pipe, not a regular file.',
  'file.too-large': ({ kibibytes }: { kibibytes: number }) => `It is larger than ${kibibytes} KiB.`,
  'file.forbidden': 'You have no right to read it.',
  'file.json': ({ reason }: { reason: string }) => `It is not a complete JSON document: ${reason}.`,
  'file.form': ({ faults }: { faults: readonly string[] }) =>
    `Its form is not as expected (${faults.join('; ')}).`,
};

export const commandLine = {
  ...ends,
  ...values,
  ...plans,
  ...missing,
  ...conflicts,
  ...settings,
  'name.command': 'The command of your server',
  'name.target': 'A process to look at',
  'name.run': 'The run',
  'name.result-file': 'The result file',
  'header.file-empty': 'The file is empty.',
  'header.file-lines': 'The file has more than one line.',
  'header.no-variable': ({ name }: { name: string }) =>
    `The environment has no variable ${name}, or it is empty.`,
  'header.variable-lines': 'The variable has more than one line.',
  'open.none': ({ file }: { file: string }) => `No browser could be started here. Open ${file} yourself.`,
  'url.not-http': 'Not an http(s) URL.',
  'url.not-local': ({ host }: { host: string }) =>
    `The server is started on this machine, and ${host} is not a loopback address.`,
  /** Behind the first sentence of COMMAND_UNKNOWN. */
  'command.no-app': ', and PM2 runs no application of that name',
  'hint.near': ({ near }: { near: string }) => `Did you mean "${near}"?`,
  'hint.vary': ({ key }: { key: string }) => `Write --vary ${key}=LEVELS.`,
  'hint.list': ({ verb }: { verb: string }) => `See "{chokepoint} ${verb} --list".`,
  'hint.help': 'Run "{chokepoint} --help".',
};
