/** Plausible figures for what a prediction, a load and the self-test say. */
import type { loadTexts } from '../../../src/messages/en/load.ts';
import type { predictionTexts } from '../../../src/messages/en/prediction.ts';
import { message, type ParamsOf } from '../../../src/messages/message.ts';

type Texts = typeof predictionTexts & typeof loadTexts;
type WithParams = { [One in keyof Texts]: Texts[One] extends string ? never : One }[keyof Texts];

const nested = message('no-model.pool-unread');
const fit = message('calibration.accuracy', { throughput: 0.02, mean: 0.031, trials: 4, spread: 0.012 });

export const predictionSamples: {
  readonly [One in WithParams]: readonly ParamsOf<One>[];
} = {
  'limit.nearly-cpu': [{ cpu: 0.934 }],
  'limit.pool-threads-and-cpu': [{ cpu: 0.96 }],
  'limit.event-loop-and-cpu': [{ cpu: 0.96 }],
  'no-model.load': [{ kind: 'ramp' }],
  'no-model.misfit': [{ throughput: 0.31, mean: 0.4 }],
  'no-model.unsteady': [{ settlingMs: 94_000 }],
  'no-model.imbalance': [{ ratio: 2.04 }],
  'no-model.pool-undersampled': [{ computedMs: 12.345, heldMs: 3.2 }],
  'no-model.other-threads': [{ othersMs: 8, allMs: 12 }],
  'no-model.unseen-wait': [{ ratio: 2.345, foreign: null }],
  'no-model.contradiction': [{ ratio: 0.51, foreign: 0.2 }],
  'out-of-range.pool': [{ most: 1024 }],
  'out-of-range.setting': [{ value: 64, key: 'cpus', times: 8 }],
  'out-of-range.load': [
    { load: 'closed:4', times: 1 / 50 },
    { load: 'closed:4', times: 50 },
  ],
  'prediction.unseen-wait': [{ seen: 3.96, needed: 55.4, perSecond: 396 }],
  'out-of-range.unsteady': [{ settlingMs: 480_000 }, { settlingMs: 4e12 }],
  'out-of-range.overload': [{ limit: message('limit.pool-threads'), perSecond: 1234 }],
  'calibration.other-cell': [{ cell: 'pool=4', why: nested, other: 'pool=16' }],
  'calibration.take-cell': [{ cell: 'pool=16' }],
  'calibration.cell-near': [{ cell: 'pool=16' }],
  'calibration.pool-in-force': [{ asked: 4, inForce: 8 }],
  'calibration.unexplained': [{ share: 0.9 }],
  'calibration.foreign': [{ share: 0.12 }],
  'calibration.few-trials': [{ trials: 1 }],
  'calibration.guessed-speed': [{ disturbed: null }],
  'calibration.accuracy': [fit.params],
  'calibration.others-within': [{ fit, others: 3 }],
  'calibration.other-beyond': [{ fit, cell: 'pool=16', beyond: 0.4 }],
  'run-model.none': [{ cell: 'pool=4', why: nested }],
  'run-model.drawn': [{ cells: ['pool=4'] }],
  'run-model.error': [{ cells: ['pool=4', 'pool=8'], others: 6, throughput: 0.03, mean: 0.041 }],
  'prediction.accuracy': [{ throughput: 0.05, mean: 0.06, because: fit }],
  'demands-file.lacks': [{ key: 'band' }],
  'demands-file.schema': [{ schema: '2' }],
  'what-if.too-many': [{ settings: 100, most: 64 }],
  'what-if.unknown-key': [{ key: 'threads', near: null }],
  'what-if.level': [{ key: 'pool', orCores: true }],
  'load.unknown-kind': [{ kind: 'burst' }],
  'share.few': [{ clients: 1 }],
  'share.counted': [{ clients: 5 }],
  'share.refused': [{ fault: 'job.requests: Too big: expected array to have <=1000 items' }],
  'reach.refused': [{ reason: 'connect ECONNREFUSED 10.0.0.1:3000' }],
  'reach.which': [{ addresses: ['10.0.0.1', '172.17.0.1'] }, { addresses: [] }],
  'generators.waiting': [{ name: 'ssh load1 npx chokepoint generate', most: 57_000 }],
  'generators.announced': [
    { generators: ['ssh load1 npx chokepoint generate'], loads: ['rate:500'] },
    { generators: ['ssh load1', 'ssh load2'], loads: ['closed:32'] },
    { generators: ['ssh load1'], loads: [] },
  ],
  'selftest-asked.stall': [{ perSecond: 200, seconds: 10, stallMs: 1000 }],
  'selftest-asked.delay': [{ perSecond: 50, seconds: 5, delayMs: 5 }],
  'selftest-asked.clients': [{ clients: 10, seconds: 4 }],
};
