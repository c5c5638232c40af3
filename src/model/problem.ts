/**
 * The closed catalogue of what can go wrong. A code is permanent: scripts match on it, documents link to it.
 * Each entry says what happened, why that is a problem, and what to do; `{name}` takes the value of that detail.
 */

/** 0 fine · 1 a finding above the threshold · 2 usage or configuration · 3 could not measure · 130 interrupted. */
export const exitCodes = { fine: 0, finding: 1, usage: 2, unmeasured: 3, interrupted: 130 } as const;

interface Entry {
  readonly exit: number;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
}

const usage = exitCodes.usage;
const unmeasured = exitCodes.unmeasured;

const catalogue = {
  // The command line
  COMMAND_UNKNOWN: {
    exit: usage,
    what: 'There is no command "{name}".',
    why: 'chokepoint knows: {known}.',
    todo: '{hint}',
  },
  OPTION_UNKNOWN: {
    exit: usage,
    what: 'The option {name} is not known here.',
    why: 'An option that is passed over in silence would change what is measured.',
    todo: 'Run "chokepoint {command} --help" for the list. Options of your own server belong behind "--".',
  },
  OPTION_INVALID: {
    exit: usage,
    what: '{option} does not take "{value}".',
    why: '{why}',
    todo: '{todo}',
  },
  ARGUMENT_MISSING: {
    exit: usage,
    what: '{name} is missing.',
    why: '{why}',
    todo: '{todo}',
  },
  SERVER_COMMAND_MISSING: {
    exit: usage,
    what: 'No server command was given.',
    why: 'Each trial starts your server afresh under another setting, so the command has to be known.',
    todo: 'Put it behind "--": chokepoint sweep --url http://127.0.0.1:3000/ --vary pool=1,4,16 -- node server.js',
  },
  SERVER_COMMAND_NOT_FOUND: {
    exit: usage,
    what: 'The program "{program}" was not found.',
    why: 'It is neither a file here nor on the PATH.',
    todo: 'Check the words behind "--", or give the full path.',
  },
  SERVER_FILE_NOT_FOUND: {
    exit: usage,
    what: 'The file "{file}" of the server command does not exist.',
    why: 'node would end at once in every trial.',
    todo: 'Check the path; it is looked for from {cwd}.',
  },
  VARY_KEY_UNKNOWN: {
    exit: usage,
    what: '--vary does not know the key "{key}".',
    why: 'It can vary {known}.',
    todo: '{hint}',
  },
  VARY_LEVEL_INVALID: {
    exit: usage,
    what: '--vary {key} does not take "{value}".',
    why: '{why}',
    todo: '{todo}',
  },
  LOAD_INVALID: {
    exit: usage,
    what: '--load does not take "{value}".',
    why: '{why}',
    todo: 'Use closed:CLIENTS, closed:CLIENTSxREQUESTS, rate:PER_SECOND, poisson:PER_SECOND or ramp:FROM..TO, with numbers above 0.',
  },
  URL_INVALID: {
    exit: usage,
    what: '--url does not take "{value}".',
    why: '{why}',
    todo: 'Give the address that your server listens on, such as http://127.0.0.1:3000/',
  },
  SCENARIO_INVALID: {
    exit: usage,
    what: 'The scenario file {file} cannot be used.',
    why: '{why}',
    todo: 'It is a JSON list of requests: [{ "url": "http://127.0.0.1:3000/", "weight": 3 }, …].',
  },
  PROCESSES_NEED_NODE: {
    exit: usage,
    what: '--vary processes cannot be applied to "{program}".',
    why: 'It runs the script under node:cluster, so the command has to be "node [options] script [arguments]".',
    todo: 'Give the script itself instead of a wrapper such as npm or a shell.',
  },
  CPUS_UNAVAILABLE: {
    exit: usage,
    what: 'CPU affinity cannot be set here.',
    why: '{why}',
    todo: '{todo}',
  },
  EXPERIMENT_UNKNOWN: {
    exit: usage,
    what: 'There is no experiment "{name}".',
    why: 'The lab has: {known}.',
    todo: '{hint}',
  },
  NODE_TOO_OLD: {
    exit: usage,
    what: 'This is Node {version}; chokepoint needs {needed}.',
    why: 'It stores runs with node:sqlite, which older versions lack. The servers that it measures may be older.',
    todo: 'Run: npx -p node@26 -p chokepoint chokepoint {arguments}',
  },
  NODE_NOT_FOUND: {
    exit: usage,
    what: '--node {value}: no such Node.',
    why: '{why}',
    todo: 'Give the path of a node binary.',
  },

  // The store
  STORE_UNWRITABLE: {
    exit: usage,
    what: 'The store {file} cannot be written.',
    why: '{why}',
    todo: 'Choose another place with --store FILE; nothing was started.',
  },
  STORE_NEWER: {
    exit: usage,
    what: 'The store {file} was written by a newer chokepoint (schema {found}, this one knows {known}).',
    why: 'Writing to it could damage what the newer version stored.',
    todo: 'Update chokepoint, or start another store with --store FILE.',
  },
  STORE_DAMAGED: {
    exit: usage,
    what: 'The store {file} is damaged or is not a chokepoint store.',
    why: '{why}',
    todo: 'Keep it aside for rescue ("sqlite3 {file} .recover"), and go on with --store ANOTHER_FILE.',
  },
  STORE_FULL: {
    exit: unmeasured,
    what: 'The trial could not be stored in {file}.',
    why: '{why}',
    todo: 'Make room on the disk, then go on with --resume {run}: every trial before this one is safe.',
  },
  RUN_NOT_FOUND: {
    exit: usage,
    what: 'There is no run "{id}" in {file}.',
    why: '{why}',
    todo: 'See "chokepoint runs list"; the first letters of an id are enough if only one run begins with them.',
  },
  RUN_NOT_RESUMABLE: {
    exit: usage,
    what: 'The run {id} cannot be resumed.',
    why: '{why}',
    todo: '{todo}',
  },
  OUTPUT_UNWRITABLE: {
    exit: usage,
    what: 'The report cannot be written to {dir}.',
    why: '{why}',
    todo: 'Choose another folder with --out DIR.',
  },

  // The server of one trial
  PORT_TAKEN: {
    exit: unmeasured,
    what: 'Something already listens on {host}:{port}.',
    why: 'The load would go to that process instead of the server under test.',
    todo: 'Stop it (Linux: ss -ltnp "sport = :{port}" names it), or let your server listen on another port and give that in --url.',
  },
  SERVER_EXITED: {
    exit: unmeasured,
    what: 'The server ended before it answered ({how}).',
    why: 'Its last lines are kept with the trial.',
    todo: 'Start the same command by hand; the setting of this trial was {setting}.',
  },
  SERVER_NOT_READY: {
    exit: unmeasured,
    what: 'The server did not answer at {url} within {seconds} s.',
    why: '{why}',
    todo: 'Check that --url names the port that the server listens on; --start-timeout gives a slow one longer.',
  },
  SERVER_DIED: {
    exit: unmeasured,
    what: 'The server ended under load ({how}).',
    why: 'What was measured until then is not a measurement of a running server.',
    todo: 'Its last lines are kept with the trial; look for the error, or lower the load.',
  },
  NO_ANSWER: {
    exit: unmeasured,
    what: 'Not one of {sent} requests was answered rightly: {kinds}.',
    why: 'Without answers there is nothing to measure.',
    todo: 'Ask the server by hand (curl -i {url}); --timeout gives slow answers longer.',
  },
  ANSWERS_WRONG: {
    exit: unmeasured,
    what: '{wrong} of {answered} answers were not the expected ones: {kinds}.',
    why: 'A server that answers errors is fast for the wrong reason, so this trial does not count.',
    todo: 'First of them: {example}. If that status is right, say so with --expect-status.',
  },
  REQUESTS_FAILED: {
    exit: unmeasured,
    what: '{failed} of {sent} requests failed: {kinds}.',
    why: 'Requests that never came back are the slowest of all; leaving them out would flatter the result.',
    todo: 'Lower the load, or give the server longer with --timeout.',
  },
  CHILDREN_LEFT: {
    exit: unmeasured,
    what: 'The server left {count} process(es) behind when it was stopped: {commands}.',
    why: 'They would have used the CPU of the next trial. They were ended.',
    todo: 'Let the server stop its children on SIGTERM.',
  },
  WORK_UNFINISHED: {
    exit: unmeasured,
    what: 'Only {done} of {expected} jobs had ended {seconds} s after the last response.',
    why: 'Without all of them the figures of the burst mean nothing.',
    todo: 'Use a smaller scale (--quick), or look at the server\'s output with "chokepoint runs show".',
  },
  GENERATOR_FAILED: {
    exit: unmeasured,
    what: 'The load generator ended before its result was complete ({how}).',
    why: '{why}',
    todo: 'Run it again; if it comes back, please report it with the run (chokepoint runs export).',
  },
  PM2_MISSING: {
    exit: usage,
    what: 'PM2 was not found.',
    why: 'It is an optional part (AGPL), found but never bundled.',
    todo: 'Install it beside chokepoint: npm install pm2. Or leave its topologies out: --vary topology=node,cluster',
  },
  NOTHING_MEASURED: {
    exit: unmeasured,
    what: 'No trial of {cells} gave a result.',
    why: '{why}',
    todo: 'Mend that first; "chokepoint runs show {run}" has every trial with its output.',
  },
  SELFTEST_FAILED: {
    exit: unmeasured,
    what: 'The load engine did not report the truth: {failed}.',
    why: 'On this machine, at this moment, its figures cannot be trusted that far.',
    todo: 'Stop what else runs on the machine and repeat it; if it stays, please report it.',
  },
  INTERRUPTED: {
    exit: exitCodes.interrupted,
    what: 'Interrupted.',
    why: '{done} of {all} trials are stored.',
    todo: 'Go on with: chokepoint {command} --resume {run}',
  },
} as const satisfies Record<string, Entry>;

export type ProblemCode = keyof typeof catalogue;

/** The names in `{…}` of an entry's texts: what has to be given. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${' ' | '"'}${string}` ? never : Name) | NamesIn<Rest>
  : never;
export type Details<Code extends ProblemCode> = {
  readonly [
    Name in
      | NamesIn<(typeof catalogue)[Code]['what']>
      | NamesIn<(typeof catalogue)[Code]['why']>
      | NamesIn<(typeof catalogue)[Code]['todo']>
  ]: string | number;
};

/** A problem as plain data: what a trial keeps, and what `--json` prints. */
export interface ProblemData {
  readonly code: ProblemCode;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
}

/** Thrown where something can go wrong that the user can mend. Everything else is a defect, and is thrown on. */
export class Problem extends Error implements ProblemData {
  readonly code: ProblemCode;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
  readonly exit: number;

  constructor(data: ProblemData, options?: ErrorOptions) {
    super(`${data.code}: ${data.what}`, options);
    this.name = 'Problem';
    this.code = data.code;
    this.what = data.what;
    this.why = data.why;
    this.todo = data.todo;
    this.exit = catalogue[data.code].exit;
  }
}

/** The entry of `code` with its details filled in. */
export function problem<Code extends ProblemCode>(
  code: Code,
  details: Details<Code>,
  options?: ErrorOptions,
): Problem {
  const entry: Entry = catalogue[code];
  const values: Readonly<Record<string, string | number>> = details;
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (match, name: string) => String(values[name] ?? match));
  return new Problem({ code, what: fill(entry.what), why: fill(entry.why), todo: fill(entry.todo) }, options);
}

export function problemData({ code, what, why, todo }: ProblemData): ProblemData {
  return { code, what, why, todo };
}

/** Every code with its entry, for the documents and the tests. */
export const problemCatalogue: Readonly<Record<ProblemCode, Entry>> = catalogue;

/** "Did you mean …?" by edit distance; null if nothing is near. */
export function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
