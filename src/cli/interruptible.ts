/** Ctrl-C and its kin as an AbortSignal. A second one is not caught: whoever presses twice wants to be rid of it. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** May be nested: all signals are aborted together. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error('interrupted'));
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await work(stop.signal);
  } finally {
    for (const signal of signals) process.removeListener(signal, interrupt);
  }
}
