/** How the program ends. */
import type { ProblemNames } from './params.ts';

type ProblemCode = keyof ProblemNames;

/**
 * 0 fine · 1 a finding above the threshold · 2 usage or configuration · 3 could not measure · 70 a defect of this program
 * (EX_SOFTWARE of sysexits.h) · 130 interrupted.
 */
export const exitCodes = {
  fine: 0,
  finding: 1,
  usage: 2,
  unmeasured: 3,
  defect: 70,
  interrupted: 130,
} as const;

/** What went wrong while it was measured. All others are usage. */
const unmeasured: ReadonlySet<string> = new Set(
  `ATTACH_UNGUARDED MAIN_THREAD_BLOCKED ATTACH_BUSY ATTACH_WRONG_PROCESS INSPECTOR_SILENT
  INSPECTOR_LEFT_OPEN PROCESS_STOPPED PROBE_PRESENT PROBE_REFUSED PROBE_SILENT CONTESTANT_NOT_READY
  CONTESTANT_BUILD_FAILED BASE_NOT_CHECKED_OUT PREPARE_FAILED PREPARE_TOO_LONG GATE_WITHOUT_RESULT
  GATE_UNMEASURED GENERATOR_NOT_STARTED GENERATOR_GARBLED GENERATOR_SILENT GENERATOR_LOST
  GENERATOR_CANNOT_REACH K6_FAILED K6_NO_REQUEST K6_THREW K6_EDITED K6_ELSEWHERE K6_ANSWERS_WRONG
  NO_NODE_PROCESS METRICS_PORT_TAKEN WATCH_CUT_SHORT DEMANDS_UNKNOWN PREDICTION_OUTSIDE PEEK_NO_ELF
  PEEK_STRIPPED PEEK_MOVABLE PEEK_SHARED_LIBRARY PEEK_UNKNOWN_LIBUV PEEK_PACKED PEEK_NO_RIGHTS
  PEEK_UNREADABLE PEEK_UNTRIED PEEK_MISREAD ENVIRONMENT_UNREADABLE SOCKETS_UNREADABLE STORE_FULL
  STORE_BUSY STORE_WRITE_FAILED RUN_TAKEN RUN_REMOVED PORT_TAKEN SERVER_EXITED SERVER_NOT_READY
  PORT_NOT_FOUND SERVER_DIED NO_ANSWER ANSWERS_UNFINISHED ANSWERS_WRONG REQUESTS_FAILED FACTS_MISSING
  SERVER_GONE CHILDREN_LEFT SETTING_VOID SETTING_WITHOUT_EFFECT WORK_UNFINISHED GENERATOR_FAILED TURNS_REFUSED
  NOTHING_MEASURED SELFTEST_FAILED`.split(/\s+/),
);
const interrupted: ReadonlySet<string> = new Set<ProblemCode>(['INTERRUPTED', 'WATCH_INTERRUPTED']);

/** @returns how a program ends for this problem's sake */
export function exitOf(code: ProblemCode): number {
  if (code === 'DEFECT') return exitCodes.defect;
  if (interrupted.has(code)) return exitCodes.interrupted;
  return unmeasured.has(code) ? exitCodes.unmeasured : exitCodes.usage;
}
