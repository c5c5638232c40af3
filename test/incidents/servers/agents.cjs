/** A service with the agents that others bring: a session with its inspector, looks at files, a monitor of its loop, an observer. */
const fs = require('node:fs');
const { Session } = require('node:inspector');
const { monitorEventLoopDelay, PerformanceObserver } = require('node:perf_hooks');

const session = new Session();
session.connect();
session.post('Profiler.enable');
// An agent in the kernel sees such a call, and takes the figures from its path.
setInterval(() => {
  try {
    fs.accessSync('/dev/null/agent/loop');
  } catch {
    // No such file: that is the plan.
  }
}, 1000);
const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();
setInterval(() => delays.reset(), 5000);
new PerformanceObserver(() => {}).observe({ entryTypes: ['gc', 'http'] });

void import('./fastify.mjs');
