/** `predict`: what a server would do under another setting, from what it was measured to do under one. */
import { calibrateRun } from '../../predict/predict.ts';
import { answersOf, usualAnswers } from '../../predict/what-if.ts';
import { say } from '../../messages/message.ts';
import { type Calibration, readCalibration } from '../../model/prediction.ts';
import { problem } from '../../messages/problem.ts';
import { predictSummary } from '../../report/outline/report-summary.ts';
import { briefPrediction } from '../../report/formats/brief.ts';
import { predictPage } from '../../report/pages/predict.ts';
import { htmlText } from '../../report/render/html.ts';
import { terminalText } from '../../report/render/terminal.ts';
import { openStore } from '../../store/store.ts';
import { interruptible } from '../interruptible.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { writePages } from '../output/reports.ts';
import { print, printJson, textOptions } from '../output/terminal.ts';
import { readInput, whyUnread } from '../options/read-input.ts';
import { predictArguments, type PredictArguments } from '../options/predict.ts';
import { measure, reportFolder, storeFile } from '../run.ts';
import { problemOf } from '../../run/failure.ts';

export async function predict(args: Arguments): Promise<Work> {
  const { values } = args;
  const { source, asked, isElsewhere } = predictArguments(args);
  return async () => {
    const calibration = await interruptible((signal) => calibrationOf(source, values, signal));
    const isAsked = Object.keys(asked).length > 0;
    const settings = isAsked
      ? answersOf(calibration, asked, isElsewhere)
      : usualAnswers(calibration, isElsewhere);
    const refused = settings.flatMap((one) => ('refused' in one ? [one.refused] : []));
    const { run, date } = calibration.from;
    const from = source.kind === 'demands' ? { demands: source.file } : { run };
    const page = predictPage(calibration, settings, isElsewhere, from);
    const summary = predictSummary(page, Date.parse(date));
    const report =
      source.kind === 'measure'
        ? await writePages(reportFolder(values, run), {}, summary, (beside) => htmlText(page, beside))
        : undefined;
    const whole = { ...calibration, loadElsewhere: isElsewhere, settings };
    if (values.json) printJson(values.brief ? briefPrediction(calibration, settings, page) : whole, values);
    else print(terminalText(page, { ...textOptions(values), ...(report && { report }) }).trimEnd());
    if (settings.length === 0 || refused.length < settings.length) return 0;
    const reasons = new Map(refused.map((one) => [one.code, one]));
    throw problem('PREDICTION_OUTSIDE', { why: [...reasons.values()].map(say).join(' ') });
  };
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

const mostBytes = 64 * 1024 * 1024;

/** @throws Problem DEMANDS_FILE_INVALID */
function readDemands(file: string): Calibration {
  let data: unknown;
  try {
    data = JSON.parse(readInput(file, mostBytes));
  } catch (error) {
    throw problem('DEMANDS_FILE_INVALID', { file, why: whyUnread(error) }, { cause: error });
  }
  const found = readCalibration(data);
  if ('refused' in found) throw problem('DEMANDS_FILE_INVALID', { file, why: found.refused });
  return found;
}
