/** What the user typed, and what of it cannot be used. */
import { type Entry, exitCodes } from './entry.ts';

const usage = exitCodes.usage;

export const commandLineProblems = {
  COMMAND_UNKNOWN: {
    exit: usage,
    what: 'There is no command "{name}"{also}.',
    why: 'chokepoint knows: {known}.',
    todo: '{hint}',
  },
  OPTION_UNKNOWN: {
    exit: usage,
    what: 'The option {name} is not known here.',
    why: '{why}',
    todo: 'Run "{chokepoint} {command} --help" for the list. Options of your own server belong after "--".',
  },
  OPTION_INVALID: {
    exit: usage,
    what: '{option} does not take "{value}".',
    why: '{why}',
    todo: '{todo}',
  },
  OPTIONS_EXCLUSIVE: {
    exit: usage,
    what: '{option} and {other} cannot be used together.',
    why: '{why}',
    todo: '{todo}',
  },
  SEPARATOR_MISSING: {
    exit: usage,
    what: 'Put "--" before the command of your server.',
    why: 'Without it "{words}" could be meant for chokepoint.',
    todo: 'Write: {command}',
  },
  CONFIRMATION_MISSING: {
    exit: usage,
    what: 'The run {id} was not removed.',
    why: 'A removed run cannot be restored, and nobody confirmed it.',
    todo: 'Add --yes to remove it without a question.',
  },
  ARGUMENT_MISSING: {
    exit: usage,
    what: '{name} is missing.',
    why: '{why}',
    todo: '{todo}',
  },
  SERVER_COMMAND_NOT_FOUND: {
    exit: usage,
    what: 'The program "{program}" was not found.',
    why: 'It is neither a file here nor on the PATH.',
    todo: 'Check the words after "--", or give the full path.',
  },
  SERVER_FILE_NOT_FOUND: {
    exit: usage,
    what: 'The file "{file}" of the server command does not exist.',
    why: 'node would exit immediately.',
    todo: 'Check the path; it is looked for from {cwd}.',
  },
  SETTINGS_INVALID: {
    exit: usage,
    what: 'The settings in {file} cannot be used.',
    why: '{why}',
    todo: '{todo}',
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
    todo: 'Use closed:CLIENTS, closed:CLIENTSxREQUESTS, rate:PER_SECOND, poisson:PER_SECOND, ramp:FROM..TO or batch:SIZExBATCHES, with numbers above 0.',
  },
  HEADER_UNREADABLE: {
    exit: usage,
    what: 'The value of the header {header} cannot be read from {value}.',
    why: '{why}',
    todo: 'Name a file with one line (NAME:@FILE) or a variable that is set (NAME: $VARIABLE). To begin a value with one of these characters, write @@ or $$.',
  },
  SECRETS_NEEDED: {
    exit: usage,
    what: 'The run needs values that are not stored: {names}.',
    why: 'A store keeps the names of secrets, and never their values.',
    todo: '{todo}',
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
  SUBJECT_UNKNOWN: {
    exit: usage,
    what: 'There is no server "{name}" to start.',
    why: 'serve knows: {known}.',
    todo: '{hint}',
  },
  TOPOLOGY_UNKNOWN: {
    exit: usage,
    what: '{subject} cannot be started as "{name}".',
    why: 'It knows the topologies {known}.',
    todo: '{hint}',
  },
  NODE_TOO_OLD: {
    exit: usage,
    what: 'This is Node {version}; chokepoint needs {needed} or newer.',
    why: 'It stores runs with node:sqlite, which older versions lack. Another Node could not be started: {why}',
    todo: '{todo}',
  },
  NODE_NOT_FOUND: {
    exit: usage,
    what: '--node {value}: no such Node.',
    why: '{why}',
    todo: 'Give the path of a node binary.',
  },
  NODE_NOT_PACKAGED: {
    exit: usage,
    what: '--node {value}: no package with a Node for {system} is known.',
    why: 'Versions are fetched as packages of a fixed list: {known}. A package of another name could contain anything.',
    todo: 'Give the path of a node binary.',
  },
  NODE_ALTERED: {
    exit: usage,
    what: '--node {value}: {file} is not what the registry states for {name}.',
    why: 'Its version or its hash differs, or others may write it. It was not run.',
    todo: 'Remove that file and try again, or give the path of a node binary that you trust.',
  },
  ROOM_MISSING: {
    exit: usage,
    what: 'The temporary folder {folder} needs {missing} MiB more space.',
    why: 'The servers of this experiment read files that are written there; they are removed after each trial.',
    todo: 'Free some space, or name another folder on a disk: TMPDIR=DIR before the command.',
  },
} as const satisfies Record<string, Entry>;
