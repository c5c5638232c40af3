/**
 * Makes one function throw whenever the probe calls it: `PLANT=node:v8 getHeapStatistics`, before the probe is loaded. In the
 * probe's own thread the text of this file stands before the probe's, with the plant as `planted`.
 */
const plant = typeof planted === 'undefined' ? process.env.PLANT : planted;
const [from, name] = plant.split(' ');
const path = name.split('.');
const key = path.pop();
const owner = path.reduce((at, part) => at[part], from === 'globalThis' ? globalThis : require(from));
const real = owner[key];

/** Whether one of the probe's files, or its text, stands among the callers. */
function isByProbe() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack } = new Error();
  Error.stackTraceLimit = limit;
  return /[\\/]probe[\\/](?!plant)[\w-]+\.cjs|\[worker eval\]/.test(stack.split('\n').slice(3).join('\n'));
}

owner[key] = new Proxy(real, {
  apply(target, self, args) {
    if (isByProbe()) throw new Error(`planted in ${name}`);
    return Reflect.apply(target, self, args);
  },
  construct(target, args, made) {
    if (isByProbe()) throw new Error(`planted in ${name}`);
    return Reflect.construct(target, args, made);
  },
});
