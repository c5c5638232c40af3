/** What a gate needs and does not find: two states of one server that can both be started here. */
import { type Entry, exitCodes } from './entry.ts';

const { usage, unmeasured } = exitCodes;

export const gateProblems = {
  GIT_MISSING: {
    exit: usage,
    what: 'The program git was not found.',
    why: '{why} --against checks the base revision out beside the working tree.',
    todo: 'Install git, or compare with a stored run: --against last.',
  },
  REPOSITORY_MISSING: {
    exit: usage,
    what: 'The folder {folder} is not in a git repository.',
    why: 'git says: {why}',
    todo: 'Start the command within the repository of your server, or compare with a stored run: --against last.',
  },
  BASE_FOREIGN: {
    exit: usage,
    what: 'It is not certain that you measured the run {id} on this machine.',
    why: '{why} The gate would compare with figures that somebody may have chosen.',
    todo: 'Name a revision instead. If you trust the run, add --trust-store.',
  },
  REVISION_UNKNOWN: {
    exit: usage,
    what: '--against {name}: there is no such revision, and no stored run of that name.',
    why: 'The repository is {repository}; runs are looked for in {store}.',
    todo: 'Check the name with "git rev-parse {shell name}". In CI the checkout may be too shallow: give actions/checkout a fetch-depth of 0.',
  },
  BASE_NOT_CHECKED_OUT: {
    exit: unmeasured,
    what: 'The revision {name} could not be checked out beside the working tree.',
    why: 'git says: {why}',
    todo: 'Try it by hand: git worktree add --detach FOLDER {shell name}',
  },
  BASE_FOLDER_MISSING: {
    exit: usage,
    what: 'The folder {folder} does not exist in the revision {name}.',
    why: 'The server command runs in the same folder of both.',
    todo: 'Start the command from a folder that both have, such as the root of the repository.',
  },
  BASE_NOT_INSTALLED: {
    exit: usage,
    what: 'The base has no dependencies yet, and node_modules of the working tree cannot be reused.',
    why: '{why}',
    todo: "Say how to install it: --prepare 'npm ci' (a shell command that runs in the checkout of the base).",
  },
  PREPARE_FAILED: {
    exit: unmeasured,
    what: '--prepare "{command}" failed in the checkout of the base ({how}).',
    why: 'Its last lines: {output}',
    todo: 'Run it by hand in a fresh clone of the base revision.',
  },
  PREPARE_TOO_LONG: {
    exit: unmeasured,
    what: '--prepare "{command}" had not ended after {minutes} minutes in the checkout of the base.',
    why: 'Its last lines: {output}',
    todo: 'Give a command that ends by itself. What takes longer can be built before, and copied by --prepare.',
  },
  GIT_STARTS: {
    exit: usage,
    what: 'The settings of this repository let git start a program: {name}.',
    why: 'They are in {repository}/.git/config, which no clone brings. In an unpacked archive anybody may have written it.',
    todo: 'If you set it yourself, move it from there to your own settings (git config --global).',
  },
  COMMAND_NOT_RELATIVE: {
    exit: usage,
    what: 'The server command names {word}, a path in the working tree.',
    why: 'Base and head run the same words in two checkouts; with this path both would run the file of the working tree.',
    todo: 'Give the path relative to the current folder.',
  },
  RUN_NOT_COMPARABLE: {
    exit: usage,
    what: 'The run {id} cannot serve as the baseline.',
    why: '{why}',
    todo: '{todo}',
  },
  GATE_WITHOUT_RESULT: {
    exit: unmeasured,
    what: 'The gate ended without a result.',
    why: 'Its document {file} cannot be read: {why}',
    todo: 'See what the step of the gate has printed.',
  },
  GATE_UNMEASURED: {
    exit: unmeasured,
    what: 'The gate has no measurements to decide on.',
    why: '{why}',
    todo: 'See "{chokepoint} runs show {run}" for the trials; longer windows (--duration) give percentiles their requests, a larger --budget more blocks.',
  },
} as const satisfies Record<string, Entry>;
