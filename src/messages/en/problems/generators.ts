/** What can go wrong with generators on other machines. */
import { exitCodes, type Entry } from './entry.ts';

const { usage, unmeasured } = exitCodes;

export const generatorProblems = {
  GENERATOR_NOT_STARTED: {
    exit: unmeasured,
    what: 'The generator "{name}" did not start ({how}).',
    why: 'Its command ended before the generator had said who it is. The last of its stderr: {said}',
    todo: 'Run the command by hand: it has to print one line that begins with {"kind":"hello", and to wait.',
  },
  GENERATOR_VERSION: {
    exit: usage,
    what: 'The generator "{name}" is chokepoint {theirs}, and this is {ours}.',
    why: 'Two versions may measure differently, so their figures are not merged.',
    todo: 'Use the same version there: npx chokepoint@{ours} generate',
  },
  GENERATOR_GARBLED: {
    exit: unmeasured,
    what: 'The generator "{name}" said something that is not its protocol.',
    why: 'Its stdout must carry the protocol alone. Often a login script or a banner writes to it. It said: {line}',
    todo: 'Silence what writes there (a .bashrc, a message of the day), or write it to stderr. ssh -T asks for no terminal.',
  },
  GENERATOR_SILENT: {
    exit: unmeasured,
    what: 'The generator "{name}" did not answer within {seconds} s (expected: {expected}).',
    why: 'It hangs, or the connection to it is gone. What it has sent is not known.',
    todo: 'Look at that machine and at the network. Its generator ends by itself when it hears nothing for a minute.',
  },
  GENERATOR_LOST: {
    exit: unmeasured,
    what: 'The generator "{name}" ended while it was in use ({how}).',
    why: 'Its part of the load is missing, so the others measured another load. The last of its stderr: {said}',
    todo: 'Look why it ended there (memory, a closed connection), and run it again.',
  },
  GENERATOR_K6: {
    exit: usage,
    what: 'The generator "{name}" cannot run the script: it does not have k6 v{ours}, which is the one on this machine.',
    why: '{why}',
    todo: 'Install k6 v{ours} there, and put it on the PATH that its command has.',
  },
  GENERATOR_CANNOT_REACH: {
    exit: unmeasured,
    what: 'The generator "{name}" cannot reach the server at {address}.',
    why: '{why}',
    todo: 'Let the server listen at 0.0.0.0, and name an address of this machine that leads to it from there: --url http://ADDRESS:PORT (port 0: it is found).',
  },
  LOAD_NOT_SHARED: {
    exit: usage,
    what: 'This load cannot come from generators elsewhere (here: {generators}).',
    why: '{why}',
    todo: 'Use another load (-c, -r, --scenario), or another number of generators.',
  },
  CONSENT_NEEDED: {
    exit: usage,
    what: 'The load would go to {address}, which is no address for private use.',
    why: 'It sends real load through networks that others use.',
    todo: 'Add --yes if you may load that host and everything on the way to it.',
  },
} satisfies Record<string, Entry>;
