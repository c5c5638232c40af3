/** Predictions from a recorded run, and from the demands of servers that were measured. */
import { message } from '../../src/messages/message.ts';
import { describeLoad } from '../../src/model/plan.ts';
import type {
  Calibration,
  ModelSetting,
  PredictedSetting,
  RefusedSetting,
} from '../../src/model/prediction.ts';
import { parseWhatIf } from '../../src/predict/parse-what-if.ts';
import { calibrateRun } from '../../src/predict/predict.ts';
import { answersOf } from '../../src/predict/what-if.ts';
import type { StoredRun } from '../../src/store/store.ts';
import { unzipped } from '../kit/recorded.ts';
import { capacity, servers } from '../tune/seen-servers.ts';

export interface Predicted {
  readonly calibration: Calibration;
  readonly settings: readonly (PredictedSetting | RefusedSetting)[];
}

export const cases = ['waiting', 'computing', 'open', 'refused', 'as measured'] as const;
export type Case = (typeof cases)[number];

const recorded = unzipped('predict/recorded-waiting.json.gz') as StoredRun;

/** 16 clients, whose jobs wait for 20 ms in the pool. Of its own machine C(n) would be measured now, and be part of the prediction. */
export const waiting: StoredRun = {
  ...recorded,
  host: { ...recorded.host, cpuModel: 'a CPU of another machine' },
};

/** 32 clients, whose jobs compute in the pool: 4 CPUs are the limit. */
export function computing(load: ModelSetting['load'], pool = 4): Calibration {
  const demands = servers['computes in the pool'] as Calibration['demands'];
  const figures =
    load.kind === 'closed'
      ? { throughput: 375, mean: 85, p50: 83, p99: null }
      : { throughput: 200, mean: 17, p50: 15, p99: null };
  return {
    schema: 1,
    from: {
      run: '20261120-143021-9e39',
      cell: 'pool=4',
      date: '2026-11-20T14:30:21.349Z',
      machine: 'AMD EPYC, 4 CPUs, Node v26.10.0',
      server: 'node server.js',
      command: ['node', 'server.js'],
      load: describeLoad(load),
      trials: 3,
    },
    setting: { processes: 1, pool, cpus: capacity.cpus, load },
    capacity,
    demands,
    measured: figures,
    reproduced: { ...figures, throughput: 0.99 * figures.throughput, mean: 1.01 * figures.mean },
    band: {
      throughput: 0.04,
      mean: 0.05,
      because: message('calibration.accuracy', { throughput: 0.01, mean: 0.02, trials: 3, spread: 0.01 }),
    },
    variants: [],
    others: [],
    notes: [message('calibration.no-p99')],
  };
}

const closed = { kind: 'closed', clients: 32 } as const;

const known = new Map<Case, Promise<Predicted>>();

/** Each is made once: to calibrate takes seconds. */
export function predictedCase(which: Case): Promise<Predicted> {
  const found = known.get(which) ?? made(which);
  known.set(which, found);
  return found;
}

async function made(which: Case): Promise<Predicted> {
  const of = (calibration: Calibration, ...asked: string[]): Predicted => ({
    calibration,
    settings: answersOf(calibration, parseWhatIf(asked), false),
  });
  switch (which) {
    case 'waiting':
      return of(await calibrateRun(waiting, null, new AbortController().signal), 'pool=1..32');
    case 'computing':
      return of(computing(closed), 'pool=1,4,16,64');
    case 'open':
      return of(computing({ kind: 'poisson', perSecond: 200 }, 2), 'pool=1,2,4,16');
    case 'refused':
      return of(computing(closed), 'pool=16,2048', 'processes=1,2,64');
    case 'as measured':
      return of(computing(closed));
  }
}
