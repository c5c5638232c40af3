/** What `--help` says: what each verb does, and its options. */
import type { Nested } from '../nested.ts';

/** One line for each option of the command line; in brackets what holds without it. */
const options = {
  'option.quick': 'a reduced grid: some minutes at most for each experiment (default)',
  'option.full': 'the whole grid with more blocks; says beforehand how long it takes',
  'option.as-published': "the document's own constants",
  'option.corrected': "without what was wrong in the document's server",
  'option.list': 'list what can be named here, each with its source',
  'option.topology': 'how it is spread over processes and threads (default: one process)',
  'option.port': "where it listens (default: the document's own port)",
  'option.host': 'the address that it listens on (default 127.0.0.1)',
  'option.pool': 'UV_THREADPOOL_SIZE, 1 to 1024, or "default" (without it: what the environment says)',
  'option.processes': 'processes, for a topology that has several',
  'option.workers': 'worker threads, for a topology that has them',
  'option.set': "another number for one of the server's constants: iterations=1000",
  'option.vary': 'pool, processes, cpus, env:NAME, arg:NAME; levels 1,4,16 or 1..1024, "cores", "default"',
  'option.url':
    'where your server listens: 3000, :3000, localhost:3000/path or a full address (default: found from the sockets of its processes)',
  'option.path': 'the path that is asked for (default /)',
  'option.clients': 'that many clients, each of which waits for its answer (default 32)',
  'option.rate': 'that many requests per second, whether or not they are answered',
  'option.load':
    'another load: closed:CLIENTSxREQUESTS, poisson:N, ramp:A..B (per second), batch:SIZExBATCHES',
  'option.generator':
    'a command that reaches a generator elsewhere: "ssh load1 npx chokepoint generate"; several share the load (docs/generators.md)',
  'option.duration': 'length of the measured window: 10, 500ms, 2m (default 5s)',
  'option.warmup': 'load before the window, not counted (default 1s)',
  'option.method': 'HTTP method (default GET)',
  'option.header':
    'a request header, several times if need be (Accept-Encoding is that of browsers, if not given); NAME:@FILE and "NAME: Bearer $VARIABLE" keep its value out of sight',
  'option.body': 'the request body; @FILE reads it from a file',
  'option.scenario': 'JSON list of weighted requests with their checks, instead of --url',
  'option.engine':
    'the requests of a k6 script, at this load (k6 1 or 2 on the PATH, and on that of each --generator); __ENV.BASE_URL is the server',
  'option.expect-status': 'statuses that count as an answer (default 200 to 299)',
  'option.timeout': 'a request without an answer for so long has failed (default 30s)',
  'option.start-timeout': 'how long the server may take to answer first (default 30s)',
  'option.blocks': 'run exactly N blocks (default: stop when every comparison is decided)',
  'option.precision': 'go on until every ratio is known within ± this: 3%',
  'option.budget': 'stop when the time is used up (default 10m, without --blocks)',
  'option.objective': 'what is to be best: throughput, p50, p99, cpu-per-request (default throughput)',
  'option.slo':
    "the objective: p50, p90, p95, p99, mean, errors; 'p99<200ms,errors<0.1%' (default: the knee)",
  'option.expect': 'requests a second that it should take: exit code 1 if it does not, with 95% confidence',
  'option.subject-to': "what the setting must keep: 'p99<200ms,errors=0'",
  'option.within': 'accept a setting within this of the best (default 5%)',
  'option.confidence': 'how sure the answer has to be (default 95%)',
  'option.certified':
    'verify the winner against every remaining setting, not the most promising few (slower)',
  'option.seed': 'random seed (trial order, arrival times); saved with the run',
  'option.against':
    'a gate: compare the working tree with a git revision, measured in turns, or with a stored run',
  'option.fail-if-worse': 'exit code 1 if the loss is more than this with 95% confidence (default 5%)',
  'option.metric':
    'what the gate decides on: throughput, p50, p90, p99, mean, cpu-per-request (default: what suits the load)',
  'option.prepare':
    "command to install and build the base revision: 'npm ci' (default: reuse this node_modules)",
  'option.summary': 'append a Markdown summary for a pull request (default $GITHUB_STEP_SUMMARY)',
  'option.junit': 'the gate and its validity checks as JUnit XML',
  'option.resume': 'go on with a run that was cut off or left something open; give its secrets again',
  'option.trust-store': 'with --resume or --against: use a run that somebody else may have stored',
  'option.take-over':
    'go on with, or remove, a run whose process cannot be seen from here: make sure first that it has ended',
  'option.run': 'the stored run that the model is taken from: an id, or "last"',
  'option.cell': "which of the run's settings (default: its baseline)",
  'option.demands': 'the model from a file that predict --json wrote',
  'option.what-if':
    'pool, processes, cpus, clients, rate: pool=4,8,16 or pool=cores,processes=2; every combination (default: the usual pool sizes and processes)',
  'option.load-elsewhere': 'the load comes from another machine: its CPU is left out',
  'option.node':
    "what the lab's servers run on: a version (22), or a path; several for pool-map: 20,22,24,26",
  'option.checks': 'the twenty-three validity checks with their numbers',
  'option.yes': 'remove it without asking',
  'option.format': 'json or csv',
  'option.pid':
    'the running process, :PORT at which it listens, or (without --pid) the name of a PM2 application; its workers are watched with it',
  'option.attach':
    'allow attaching: opens the inspector for about 15 ms, and starts a thread that measures waits; =unsure: also where its own handler of SIGUSR1 might run',
  'option.try-binary':
    'consent to start its Node once, for a build that is not known: to learn how its pool is read',
  'option.capture':
    'take trace events of its pool jobs for so long, at most 5s (needs --attach, or a command)',
  'option.profile':
    'take a CPU profile even where the heap is large, which stops the server for about 1 ms per MB of it',
  'option.watch': 'show it live; the report comes at the end',
  'option.replay': 'judge a stored watch.json again',
  'option.prometheus': 'serve its metrics on 127.0.0.1:PORT/metrics while it is watched',
  'option.print-payload': 'print what --attach would evaluate in the process, and end',
  'option.fail-on': 'exit code 1 for a finding of this severity or above: critical, warning, info',
  'option.json': 'one JSON document on stdout, and nothing else',
  'option.brief': 'with --json: without trials, measurements and tables',
  'option.out': 'where the reports go (default .chokepoint/reports/RUN)',
  'option.open': 'open the report in the browser; ignored with --json and in CI',
  'option.store': 'where runs are kept (default .chokepoint/runs.db)',
  'option.lang': 'language of texts and reports: en, ko (default: CHOKEPOINT_LANG, then the locale)',
  'option.settings': 'take nothing from the chokepoint.json of the folder',
  'option.color': 'colours on or off (default: on a terminal; NO_COLOR and FORCE_COLOR are heeded)',
  'option.quiet': 'print the verdict only',
  'option.verbose': 'the whole report in the terminal, and every trial as a line on stderr',
  'option.help': 'show help',
};

const groups = {
  'help.group.target': 'Target',
  'help.group.settings': 'Settings',
  'help.group.load': 'Load',
  'help.group.stop': 'Stop',
  'help.group.gate': 'Gate',
  'help.group.output': 'Output',
};

/** The verbs, and what is special about an option of theirs. */
const verbs = {
  'help.lab': 'named experiments: how Node really behaves on this machine',
  'help.lab.all': 'without a name: all of them',
  'help.lab.as-published': "the document's own constants, each setting once",
  'help.sweep': 'every setting of a grid on your own server, in random blocks, with intervals',
  'help.sweep.fails': 'the gate failed',
  'help.sweep.passes': 'A gate that is undecided ends with 0 and a warning.',
  'help.find': 'start a server, find what limits it, and prove the setting that helps: usually within 90 s',
  'help.find.no-verb': 'without a verb',
  'help.find.way':
    'It finds the port of the server, raises the load until throughput stops growing, and watches it under more clients than that. Where the advice is a setting, today and advice are measured in turns, in fresh servers. Where it is code, it names the function. Nothing is changed, and no process is left.',
  'help.find.timeout': 'a request without an answer for so long has failed (default 10s)',
  'help.find.expect-status': 'statuses that count as an answer (default 200 to 399)',
  'help.doctor': 'what holds a running server back: the evidence, and what to change',
  'help.doctor.enters':
    'Without --attach nothing enters the process: it is read from outside, and does not notice. --attach opens its inspector on 127.0.0.1 for about 15 ms and starts a thread in it, which ends with the watch; three lines about a debugger appear on its stderr. --print-payload shows what would be evaluated.',
  'help.doctor.refuses':
    'A process whose signal handlers cannot be read is refused: one for SIGUSR1 would run, whatever it does. --attach=unsure is consent to that too.',
  'help.doctor.duration': 'how long it is watched (default 4s; 10s for a command; until Ctrl-C with --watch)',
  'help.doctor.verbose': 'the whole report: what every rule said',
  'help.doctor.clients':
    'that many clients, each of which waits for its answer (default 32 for a command; a running server gets no load unless asked for)',
  'help.doctor.load':
    'another load: closed:CLIENTS, poisson:N, ramp:A..B (per second); none: it is only watched',
  'help.doctor.fails': 'a finding of the severity of --fail-on or above',
  'help.doctor.passes': 'Without --fail-on a finding ends with 0, a critical one too.',
  'help.tune': 'the best setting of your own server in few trials, and how sure that is',
  'help.tune.way':
    'It measures few settings at first, then between and beside the best, then the best against each other until one is certified, or the budget ends. The current setting is kept unless another is better with 95% confidence. Ctrl-C gives the best answer so far.',
  'help.tune.duration': 'length of the measured window (default: as the first trial shows)',
  'help.tune.warmup': 'load before the window, not counted (default: as the first trial shows)',
  'help.tune.budget': 'stop when the time is used up (default 5m)',
  'help.tune.fails': 'no setting keeps the limits of --subject-to',
  'help.capacity':
    'the highest request rate that keeps an objective, with an interval, and what limits it there',
  'help.capacity.way':
    'It finds the two rates between which the objective breaks, then measures three rates around the crossing in fresh processes until the interval is narrow enough. Requests come at random (Poisson), and wait as long as the server makes them. Ctrl-C tells what is known.',
  'help.capacity.fails': 'the server does not take the load of --expect (95% confidence)',
  'help.capacity.passes': 'Where that is undecided it ends with 0, and says so.',
  'help.capacity.precision': 'go on until the interval is within ± this (default 5%)',
  'help.capacity.budget': 'stop when the time is used up (default 5m for each setting)',
  'help.capacity.vary': 'two settings, each in every block: pool=4,64',
  'help.predict': 'what another setting would do, from what one was measured to do',
  'help.predict.file': 'a file that --json wrote',
  'help.predict.measures': 'measures it first',
  'help.predict.blocks': 'how many trials of it (default 3)',
  'help.serve': "one of the lab's servers, started by hand on a port, for curl, ab, or a colleague",
  'help.serve.until': 'until Ctrl-C',
  'help.runs': 'stored runs: list, show, compare, report, export, remove',
  'help.runs.id': 'RUN is an id of the list, or "last", which is meant where none is named.',
  'help.runs.take-over':
    'remove a run whose process cannot be seen from here: make sure first that it has ended',
  'help.generator.yes': 'the load may go to addresses that are not for private use: I may load them',
  'help.generate': 'the far side of --generator: sends the load that it is told to',
  'help.generate.way':
    'It speaks a protocol over its stdin and stdout, and ends when its stdin does. It sends real load: only to hosts that you may load.',
  'help.action': 'the second half of action.yml: tells GitHub what a gate came to',
  'help.check': 'whether a result of k6, oha, vegeta, autocannon, wrk or ab can carry a comparison',
  'help.check.vs': 'several runs of two settings',
  'help.check.way':
    'It reads what the tool wrote, whatever the file is called, and holds it to the validity checks of an own run. Two files are two settings; more files without "vs" are runs of one. Nothing is sent.',
  'help.check.clients': 'how many clients the test had, where the file does not say it (oha, k6)',
  'help.check.rate': 'how many requests per second it was to send, where it sent by the clock',
  'help.check.fails': 'the figures cannot carry a comparison',
  'help.selftest': 'the load engine against servers whose truth is known',
  'help.selftest.quick': 'shorter loads',
  'help.completion': 'a script with which bash, zsh or fish completes verbs and options',
  'help.completion.how':
    'In ~/.bashrc write: source <({chokepoint} completion bash). In ~/.zshrc, after compinit: source <({chokepoint} completion zsh). For fish: {chokepoint} completion fish > ~/.config/fish/completions/chokepoint.fish',
};

/** The page itself. */
const page = {
  'help.examples': 'Examples:',
  'help.usage': 'Usage:',
  /** @param finding what 1 says; null: this verb does not end with it */
  'help.exit-codes': ({ finding }: { finding: Nested | null }) => {
    const codes = [
      '0 fine',
      ...(finding === null ? [] : [`1 ${finding}`]),
      '2 usage',
      '3 could not measure',
      '70 an error of chokepoint itself',
      '130 interrupted',
    ];
    return `Exit codes: ${codes.join(', ')}.`;
  },
  'help.fails': 'a gate or a limit failed',
  'help.what-it-is': 'chokepoint: find, prove and fix the concurrency bottleneck of a Node.js service.',
  'help.example.command': 'what limits your server, and what to set',
  'help.example.pid': 'a running process; a PM2 app by its name',
  'help.example.port': 'whoever listens there',
  'help.example.tune': 'which setting is best?',
  'help.usage-line': 'Usage: {chokepoint} [COMMAND] [options] [-- your server]',
  'help.version': 'the version (also -V)',
  'help.topics':
    '"{chokepoint} help COMMAND" lists the options of a command; chokepoint.json, or "chokepoint" in package.json, keeps them and the command of a server.',
};

export const help = { ...options, ...groups, ...verbs, ...page };
