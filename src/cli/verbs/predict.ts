/** `predict`: what a server would do under another setting, from what it was measured to do under one. */
import { answersOf, calibrateRun } from '../../predict/predict.ts';
import type { Calibration } from '../../model/prediction.ts';
import { problem } from '../../model/problem.ts';
import { predictionText } from '../../report/terminal/prediction-text.ts';
import { openStore } from '../../store/store.ts';
import { jsonText } from '../../report/terminal/printable.ts';
import { interruptible } from '../interruptible.ts';
import type { Arguments, Values } from '../options/table.ts';
import { textOptions } from '../output/reports.ts';
import { predictArguments, type PredictArguments } from '../options/predict.ts';
import { readDemands } from '../options/predict-demands.ts';
import { measure, problemOf, storeFile } from '../run.ts';

/** @returns the exit code */
export async function predict(args: Arguments): Promise<number> {
  const { values } = args;
  const { source, asked, isElsewhere } = predictArguments(args);
  const calibration = await interruptible((signal) => calibrationOf(source, values, signal));
  const settings = answersOf(calibration, asked, isElsewhere);
  const refused = settings.flatMap((one) => ('refused' in one ? [one.refused] : []));
  const document = { ...calibration, loadElsewhere: isElsewhere, settings };
  if (values.json) process.stdout.write(`${jsonText(document)}\n`);
  else process.stdout.write(`${predictionText(calibration, settings, isElsewhere, textOptions(values))}\n`);
  if (settings.length === 0 || refused.length < settings.length) return 0;
  throw problem('PREDICTION_OUTSIDE', { why: [...new Set(refused)].join('; ') });
}

async function calibrationOf(
  source: PredictArguments['source'],
  values: Values,
  signal: AbortSignal,
): Promise<Calibration> {
  if (source.kind === 'demands') return readDemands(source.file);
  using store = openStore(storeFile(values), source.kind === 'run' ? 'read' : 'write');
  if (source.kind === 'run') return calibrateRun(store.read(source.id), source.cell, signal);
  const result = await measure(source.plan, store, values, signal);
  const failure = problemOf('predict', result);
  if (failure) throw failure;
  return calibrateRun(store.read(result.run.id), null, signal);
}
