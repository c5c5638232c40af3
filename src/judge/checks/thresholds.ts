/** The limits of all validity checks, by the check that they belong to. docs/checks.md says where they come from. */
import { contended, saturation } from '../../saturation/saturation.ts';

/** As much as two settings may differ and still be called equivalent. */
const noDifference = 0.05;

export const thresholds = {
  /** One disturbed trial of several is in the interval; from a half on it is in the value. */
  disturbedTrials: 0.5,
  L1: {
    /** For requests in flight at the window's edges, and for the last digit of a published figure. */
    tolerance: 1.02,
    /** X·R of a published table is 1.00 to so much when its mean was computed as total ÷ n: four figures of three digits. */
    exactlyOne: 0.005,
    /** Beyond that share of the product the last digit of its factors says as much as the product. */
    rounding: 0.5,
  },
  /** A loop without pauses keeps every client busy; a twentieth is left for connections that are opened again. */
  L2: { busy: 0.95 },
  B1: { tolerance: 1.03 },
  /** For figures of one trial; where there are several, their interval has to lie above the limit as well. */
  S1: { tolerance: 1.05 },
  /** Two clocks that are read one after the other, and figures that were rounded. */
  T1: { tolerance: 1.005 },
  /** Below this share the larger part of what a client waits is a queue that the server does not see. */
  T2: { serverShare: 0.7 },
  /** As in the rule by which a trial counts: one reset connection in ten minutes is chance. */
  E1: { lost: 0.01 },
  G1: {
    busyLoop: saturation.measured['load generator'],
    late: 0.01,
    usedUp: contended,
    /** A generator below that cannot make a verdict. */
    share: noDifference,
    /**
     * A late request has waited for the generator. It shows in a percentile when as many are late as lie beyond it; in a
     * mean when they make a tenth of all waiting. More would have to be late before the settings look different: the
     * generator is late for all of them alike, so it can hide a difference, and cannot make one.
     */
    lateTime: 0.1,
  },
  /** What two settings may differ in and still be called equivalent, and what may be missing of a window. */
  G2: { overlap: 1 - noDifference, path: noDifference },
  /** While CPUs are idle, what others use is not what the server lacks. */
  /** `speedSpread`: of the speed of trials, beyond which the machine is the larger part of their noise. */
  M1: { steal: 0.01, foreign: 0.1, loadPerCpu: 0.2, allUsed: saturation.measured.CPU, speedSpread: 0.1 },
  D1: { window: 5000, requests: 1000, medians: 50 },
  /** Requests above a percentile without which it is one request's luck. */
  D2: { beyond: 10 },
  C1: { coarse: 0.02 },
  W1: {
    /** Of all trials of a run together: with a hundred trials one in a hundred would be called at 1% each. */
    trend: 0.01,
    /** A trend that is significant and small hides nothing. */
    change: noDifference,
    bins: 8,
    /** First trial against the others of its setting, in robust deviations over all settings: 1 in 1,700 for normal noise. */
    outlying: 3.5,
  },
  /** Two modes that differ by less do not matter. */
  V1: { apart: noDifference },
  I1: { p: 0.001 },
  /** Below this many requests two trials may be alike by chance, to the last microsecond. */
  Q1: { enoughToDiffer: 50 },
} as const;
