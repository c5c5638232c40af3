/** Requests to the process's own HTTP servers, and its own HTTP calls to others, as Node's channels tell (guest). */

export interface TrafficFigures {
  readonly begun: number;
  readonly ended: number;
  readonly pending: number;
  /** -1: none */
  readonly oldest: number;
  readonly timed: number;
  readonly time: number;
  /** -1: none */
  readonly longest: number;
}

export interface Traffic {
  /** `longest` is that since the last call. */
  requests(): TrafficFigures;
  calls(): TrafficFigures;
  stop(): void;
}

function traffic(): Traffic {
  const none = { begun: 0, ended: 0, pending: 0, oldest: -1, timed: 0, time: 0, longest: -1 };
  return { requests: () => none, calls: () => none, stop() {} };
}

export interface TrafficModule {
  readonly traffic: typeof traffic;
}

module.exports = { traffic } satisfies TrafficModule;
