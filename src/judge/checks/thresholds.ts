/** The limits of all validity checks, by the check that they belong to. docs/checks.md says where they come from. */
import { contended, saturation } from '../../saturation/saturation.ts';

/** Largest difference of two settings that are still called equivalent. */
const noDifference = 0.05;

export const thresholds = {
  /** Share of disturbed trials at which a cell fails: a single one of several is in the interval; from a half on it is in the value. */
  disturbedTrials: 0.5,
  L1: {
    /** Tolerance for requests in flight at the window's edges, and for the last digit of a published figure. */
    tolerance: 1.02,
    /** Distance of X·R from 1 at which a published mean was computed as total ÷ n: the rounding of four figures of three digits. */
    exactlyOne: 0.005,
    /** Rounding of the factors, as a share of their product, beyond which the product says nothing. */
    rounding: 0.5,
  },
  /** A loop without pauses keeps every client busy; a twentieth is left for connections that are opened again. */
  L2: { busy: 0.95 },
  B1: { tolerance: 1.03 },
  /** Tolerance for figures of one trial; of several the whole interval has to lie above the limit. */
  S1: { tolerance: 1.05 },
  /** Tolerance for two clocks that are read one after the other, and for rounded figures. */
  T1: { tolerance: 1.005 },
  /** The server's share of what a client waits, below which the rest is a queue that the server does not see. */
  T2: { serverShare: 0.7 },
  /** Share of lost requests, as in the rule by which a trial counts: one reset connection in ten minutes is chance. */
  E1: { lost: 0.01 },
  G1: {
    busyLoop: saturation.measured['load generator'],
    late: 0.01,
    usedUp: contended,
    /** The generator's share of the CPUs, below which it cannot make a verdict. */
    share: noDifference,
    /**
     * A late request has waited for the generator. It shows in a percentile when as many are late as lie beyond it; in a
     * mean when they make a tenth of all waiting. More would have to be late before the settings look different: the
     * generator is late for all of them alike, so it can hide a difference, and cannot make one.
     */
    lateTime: 0.1,
  },
  /** Least overlap of the generators' windows, and largest share of the network in a response, by what still counts as equivalent. */
  G2: { overlap: 1 - noDifference, path: noDifference },
  /** Limits of a disturbed machine. `allUsed`: below it CPUs are idle, and what others use is not what the server lacks. */
  /** `speedSpread`: spread of the trials' speed beyond which the machine is the larger part of their noise. */
  M1: { steal: 0.01, foreign: 0.1, loadPerCpu: 1, allUsed: saturation.measured.CPU, speedSpread: 0.1 },
  D1: { window: 5000, requests: 1000, medians: 50 },
  /** Fewest requests above a percentile: with fewer it is one request's luck. */
  D2: { beyond: 10 },
  C1: { coarse: 0.02 },
  W1: {
    /** Chance of a false alarm over all trials of a run: at 1% for each, one of a hundred trials would be called. */
    trend: 0.01,
    /** Change below which a significant trend hides nothing. */
    change: noDifference,
    bins: 8,
    /** Distance of the first trial from the others of its setting, in robust deviations over all: 1 in 1,700 for normal noise. */
    outlying: 3.5,
  },
  /** Difference of two modes below which they do not matter. */
  V1: { apart: noDifference },
  I1: { p: 0.001 },
  /** Fewest requests at which two trials are not alike by chance, to the last microsecond. */
  Q1: { enoughToDiffer: 50 },
} as const;
