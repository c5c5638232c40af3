/** What the model of a server does not answer. */
import { type Entry, exitCodes } from './entry.ts';

export const predictProblems = {
  WHAT_IF_INVALID: {
    exit: exitCodes.usage,
    what: '--what-if does not take "{value}".',
    why: '{why}',
    todo: 'Write --what-if pool=4,8,16 or --what-if pool=8,processes=2; keys are pool, processes, cpus, clients, rate.',
  },
  DEMANDS_UNKNOWN: {
    exit: exitCodes.unmeasured,
    what: 'Nothing can be predicted from {from}.',
    why: '{why}',
    todo: '{todo}',
  },
  DEMANDS_FILE_INVALID: {
    exit: exitCodes.usage,
    what: 'The file {file} holds no demands.',
    why: '{why}',
    todo: 'Write one with: {chokepoint} predict --run RUN --json > FILE',
  },
  CELL_UNKNOWN: {
    exit: exitCodes.usage,
    what: 'The run {run} has no setting "{cell}".',
    why: 'It has: {known}.',
    todo: '{hint}',
  },
  PREDICTION_OUTSIDE: {
    exit: exitCodes.unmeasured,
    what: 'The model does not answer for any of the settings that were asked for.',
    why: '{why}',
    todo: 'Ask for settings nearer to what it was calibrated on, or measure them: {chokepoint} sweep.',
  },
} as const satisfies Record<string, Entry>;
