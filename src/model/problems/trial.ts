/** What can end one trial, or a whole run. */
import { type Entry, exitCodes } from './entry.ts';

const usage = exitCodes.usage;
const unmeasured = exitCodes.unmeasured;

export const trialProblems = {
  PORT_TAKEN: {
    exit: unmeasured,
    what: 'Something already listens on {host}:{port}{by}.',
    why: 'Requests would go to that process instead of the server that is to be started.',
    todo: 'Stop it (Linux: ss -ltnp "sport = :{port}" names it), or take another port: serve has --port; for your own server (sweep, tune) let it listen on another, and give that in --url.',
  },
  SERVER_EXITED: {
    exit: unmeasured,
    what: 'The server ended before it answered ({how}).',
    why: 'A server that is to be measured goes on until it is stopped.',
    todo: 'Start the same command by hand, and look at its last lines; its setting was {setting}.',
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
  ANSWERS_UNFINISHED: {
    exit: unmeasured,
    what: 'No answer came to its end: {begun} began ({status}) and did not end within the timeout.',
    why: 'How long an answer takes is known when it ends.',
    todo: '{todo}',
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
  FACTS_MISSING: {
    exit: unmeasured,
    what: 'The program left the facts of {found} of its {of} processes ({how}).',
    why: 'It asks Node how it behaves, and was cut short; its last lines are kept with the trial.',
    todo: 'Run it again; if it stays so, that Node binary or this machine forbids what it tries.',
  },
  SERVER_GONE: {
    exit: unmeasured,
    what: 'The server does not run: {how}.',
    why: 'A server that is started by hand goes on until Ctrl-C, and nobody has pressed it.',
    todo: 'Look for the reason in its last lines, and start it again.',
  },
  CHILDREN_LEFT: {
    exit: unmeasured,
    what: 'The server left {count} process(es) behind when it was stopped: {commands}.',
    why: '{why}',
    todo: '{todo}',
  },
  SETTING_VOID: {
    exit: unmeasured,
    what: 'The trials of this setting do not count: check {check} failed.',
    why: '{sentence}',
    todo: 'Mend what the check names, and measure again; docs/checks.md explains it.',
  },
  SETTING_WITHOUT_EFFECT: {
    exit: unmeasured,
    what: '{sentence}.',
    why: 'Then every setting of the search is the same one, and which is best has no answer.',
    todo: '{todo}',
  },
  TRIAL_DISTURBED: {
    exit: unmeasured,
    what: 'The trial was disturbed, and another took its place ({setting}).',
    why: '{why}',
    todo: 'It does not count. Stop what else runs on the machine for narrower intervals.',
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
    todo: 'Install it beside chokepoint: npm install pm2. Or do without it: --vary topology=node,cluster (lab), --topology cluster (serve).',
  },
  PISCINA_MISSING: {
    exit: usage,
    what: 'piscina was not found.',
    why: 'It is an optional part, found but never bundled.',
    todo: 'Install it beside chokepoint: npm install piscina. Or leave its topologies out: --vary topology=node,own-pool,once-pool',
  },
  REUSE_PORT_UNAVAILABLE: {
    exit: usage,
    what: 'Node {version} cannot give each process a socket of its own on one port (reusePort).',
    why: 'It passes the option over in silence, and its workers would share one socket as in any cluster.',
    todo: 'Use Node 22.12, or 23.1 or newer (--node 26), or leave that topology out: --vary topology=node,cluster',
  },
  WINDOW_TOO_SHORT: {
    exit: usage,
    what: 'In its window {setting} answered {answered} requests, too few for a {figure}.',
    why: 'A {figure} needs {needed} of them: with fewer, some single requests would decide which setting is best.',
    todo: 'Write --duration {duration} (slower settings need more than what runs today), or raise --load, or take --objective throughput.',
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
  DEFECT: {
    exit: exitCodes.defect,
    what: 'chokepoint has an error of its own: {what}.',
    why: 'That is no fault of your server or of your command.',
    todo: 'Please report it with the lines on stderr and the version (chokepoint --version).',
  },
  INTERRUPTED: {
    exit: exitCodes.interrupted,
    what: 'Interrupted.',
    why: '{stored} stored.',
    todo: '{todo}',
  },
} as const satisfies Record<string, Entry>;
