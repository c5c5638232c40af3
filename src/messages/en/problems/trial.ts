/** What can end one trial, or a whole run. */
import { type Entry, exitCodes } from './entry.ts';

const usage = exitCodes.usage;
const unmeasured = exitCodes.unmeasured;

export const trialProblems = {
  PORT_TAKEN: {
    exit: unmeasured,
    what: 'Something already listens on {host}:{port}{by}.',
    why: 'Requests would go to that process instead of the server that is to be started.',
    todo: 'Stop it (on Linux, ss -ltnp "sport = :{port}" shows it), or use another port: --port with serve. With sweep or tune, change the port of your server and of --url.',
  },
  SERVER_EXITED: {
    exit: unmeasured,
    what: 'The server ended before it answered ({how}).',
    why: 'A server has to run until it is stopped.',
    todo: 'Start the same command by hand and read its last lines; its setting was {setting}.',
  },
  SERVER_NOT_READY: {
    exit: unmeasured,
    what: 'The server did not answer at {url} within {seconds} s.',
    why: '{why}',
    todo: 'Check that --url names the port that the server listens on; give a slow server more time with --start-timeout.',
  },
  PORT_NOT_FOUND: {
    exit: unmeasured,
    what: 'No port of the server answered HTTP within {seconds} s.',
    why: '{why}',
    todo: 'Give a slow server more time with --start-timeout. If another process listens for it (a container, a daemon), name the address with --url. With doctor, --load none watches a program that serves no HTTP.',
  },
  PORT_UNSEEN: {
    exit: usage,
    what: 'The port of the server cannot be found on {platform}.',
    why: 'It is read from the sockets of its processes, which only Linux shows.',
    todo: 'Name it: --url http://127.0.0.1:3000/',
  },
  PATH_REFUSED: {
    exit: usage,
    what: '{method} {path} answered {status} at {address}.',
    why: 'An error or a redirect is not the work that is to be measured.',
    todo: '{todo}',
  },
  SERVER_DIED: {
    exit: unmeasured,
    what: 'The server ended under load ({how}).',
    why: 'Figures of a server that ended do not describe a running one.',
    todo: 'Look for the error in its last lines, which are kept with the trial; or lower the load.',
  },
  NO_ANSWER: {
    exit: unmeasured,
    what: 'None of {sent} requests got a valid response: {kinds}.',
    why: 'Without answers there is nothing to measure.',
    todo: 'Test the server by hand (curl -i {shell url}); give slow answers more time with --timeout.',
  },
  ANSWERS_UNFINISHED: {
    exit: unmeasured,
    what: 'No response was complete: {begun} started ({status}) and did not end within the timeout.',
    why: 'A response time is known only when the response ends.',
    todo: '{todo}',
  },
  ANSWERS_WRONG: {
    exit: unmeasured,
    what: '{wrong} of {answered} answers were not the expected ones: {kinds}.',
    why: 'A server that answers with errors is fast for the wrong reason, so this trial does not count.',
    todo: 'First of them: {example}. If that status is right, say so with --expect-status.',
  },
  REQUESTS_FAILED: {
    exit: unmeasured,
    what: '{failed} of {sent} requests failed: {kinds}.',
    why: 'Failed requests are the slowest of all; leaving them out would make the result look better than it is.',
    todo: 'Lower the load, or give the server more time with --timeout.',
  },
  FACTS_MISSING: {
    exit: unmeasured,
    what: 'The test program reported on {found} of its {of} processes ({how}).',
    why: 'It tests how Node behaves, and ended early; its last lines are kept with the trial.',
    todo: 'Run it again. If it fails again, that Node binary or this machine forbids what it tries.',
  },
  SERVER_GONE: {
    exit: unmeasured,
    what: 'The server is not running: {how}.',
    why: 'A server that is started by hand runs until Ctrl-C, which was not pressed.',
    todo: 'Look for the reason in its last lines and start it again.',
  },
  CHILDREN_LEFT: {
    exit: unmeasured,
    what: 'The server left processes behind when it was stopped ({count}): {commands}.',
    why: '{why}',
    todo: '{todo}',
  },
  SETTING_VOID: {
    exit: unmeasured,
    what: 'The trials of this setting do not count: check {check} failed.',
    why: '{sentence}',
    todo: 'Fix the cause named by the check and rerun; docs/checks.md explains it.',
  },
  SETTING_WITHOUT_EFFECT: {
    exit: unmeasured,
    what: 'The variable has no effect on the server.',
    why: '{sentence} So all settings of the search are the same, and none can be the best.',
    todo: '{todo}',
  },
  /** In runs of older versions, which repeated such trials. */
  TRIAL_DISTURBED: {
    exit: unmeasured,
    what: 'The trial was disturbed and is repeated ({setting}).',
    why: '{why}',
    todo: 'It does not count. Stop other programs on the machine for narrower intervals.',
  },
  WORK_UNFINISHED: {
    exit: unmeasured,
    what: 'Only {done} of {expected} jobs had ended {seconds} s after the last response.',
    why: 'Without all of them the figures of the burst are meaningless.',
    todo: 'Use a smaller scale (--quick), or look at the server\'s output with "{chokepoint} runs show".',
  },
  GENERATOR_FAILED: {
    exit: unmeasured,
    what: 'The load generator ended before its result was complete ({how}).',
    why: '{why}',
    todo: 'Run it again. If it fails again, please report it with the run ({chokepoint} runs export).',
  },
  TOOL_MISSING: {
    exit: usage,
    what: 'The program {name} was not found.',
    why: '{why}',
    todo: 'Install {name}, or add its folder to the PATH.',
  },
  PM2_MISSING: {
    exit: usage,
    what: 'PM2 was not found.',
    why: 'It is optional (AGPL) and not bundled with chokepoint.',
    todo: 'Install it beside chokepoint: npm install pm2. Or do without it: --vary topology=node,cluster (lab), --topology cluster (serve).',
  },
  PISCINA_MISSING: {
    exit: usage,
    what: 'piscina was not found.',
    why: 'It is optional and not bundled with chokepoint.',
    todo: 'Install it beside chokepoint: npm install piscina. Or leave its topologies out: --vary topology=node,own-pool,once-pool',
  },
  REUSE_PORT_UNAVAILABLE: {
    exit: usage,
    what: 'Node {version} cannot give each process its own socket on one port (reusePort).',
    why: 'It ignores the option, so its workers would share one socket as in any cluster.',
    todo: 'Use Node 22.12, or 23.1 or newer (--node 26), or leave that topology out: --vary topology=node,cluster',
  },
  WINDOW_TOO_SHORT: {
    exit: usage,
    what: 'No setting answered enough requests in its window for a {figure}: {setting} answered most, {answered}.',
    why: 'A {figure} needs {needed} of them; with fewer, single requests would decide which setting is best.',
    todo: 'Write --duration {duration}, or raise --load, or take --objective throughput.',
  },
  NOTHING_MEASURED: {
    exit: unmeasured,
    what: 'No trial of {cells} gave a result.',
    why: '{why}',
    todo: 'Fix that first; "{chokepoint} runs show {run}" has every trial with its output.',
  },
  SELFTEST_FAILED: {
    exit: unmeasured,
    what: 'The load engine reported wrong figures: {failed}.',
    why: 'At the moment its figures cannot be trusted on this machine.',
    todo: 'Stop other programs on the machine and repeat it. If it fails again, please report it.',
  },
  DEFECT: {
    exit: exitCodes.defect,
    what: 'chokepoint has an internal error: {what}.',
    why: 'Neither your server nor your command caused it.',
    todo: 'Please report it with the lines on stderr and the version ({chokepoint} --version).',
  },
  INTERRUPTED: {
    exit: exitCodes.interrupted,
    what: 'Interrupted.',
    why: '{stored}',
    todo: '{todo}',
  },
} as const satisfies Record<string, Entry>;
