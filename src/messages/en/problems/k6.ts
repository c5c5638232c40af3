/** What can go wrong where k6 runs a script of the user. */
import { type Entry, exitCodes } from './entry.ts';

const usage = exitCodes.usage;
const unmeasured = exitCodes.unmeasured;

export const k6Problems = {
  K6_MISSING: {
    exit: usage,
    what: 'k6 was not found.',
    why: '{why} It is not bundled with chokepoint (AGPL).',
    todo: 'Install k6 (https://grafana.com/docs/k6/latest/set-up/install-k6/), or leave --engine out.',
  },
  K6_UNSUPPORTED: {
    exit: usage,
    what: 'This version of k6 is not supported: {version} ({file}).',
    why: 'The options and the output of k6 1 and 2 are known.',
    todo: 'Install k6 1 or 2, and put it first on the PATH.',
  },
  K6_FAILED: {
    exit: unmeasured,
    what: 'k6 did not complete the load ({how}).',
    why: '{why}',
    todo: 'Run the script once by itself: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
  },
  K6_NO_REQUEST: {
    exit: unmeasured,
    what: 'The script {script} made no HTTP request in {iterations} iterations.',
    why: 'Only HTTP requests of the measured window are counted.',
    todo: 'Measure for longer with --duration, or check what the default function of the script does.',
  },
  K6_THREW: {
    exit: unmeasured,
    what: 'The script {script} made no HTTP request in {iterations} iterations: its default function throws an exception.',
    why: '{exception}',
    todo: 'Correct the script, and run it once by itself: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
  },
  K6_EDITED: {
    exit: unmeasured,
    what: 'The script {script} was edited while it was measured with.',
    why: 'The trials before had another load.',
    todo: 'Begin again, and leave the script as it is until the run has ended.',
  },
  K6_TOO_LARGE: {
    exit: usage,
    what: 'The script {script} with all that it imports and opens has more than {most} MB.',
    why: 'All of it is sent to each generator.',
    todo: 'Let the script open smaller files, or load from this machine alone, without --generator.',
  },
  K6_ELSEWHERE: {
    exit: unmeasured,
    what: 'The script {script} does not ask the server at {origin}: its requests go to {url}.',
    why: 'Figures of another server say nothing about this one.',
    todo: 'Use the address that the script is given: __ENV.BASE_URL',
  },
  K6_ANSWERS_WRONG: {
    exit: unmeasured,
    what: '{wrong} of {answered} answers were not what the script expects: {kinds}.',
    why: 'A server that answers with errors is fast for the wrong reason, so this trial does not count.',
    todo: 'First of them: {example}. {todo}',
  },
} as const satisfies Record<string, Entry>;
