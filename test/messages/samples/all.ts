/** All messages that the catalogues are tried with. */
import { capacitySamples } from './capacity.ts';
import { actionSamples } from './action.ts';
import { checkSamples, gateSamples, noiseSamples, warningSamples } from './checks.ts';
import { claimSamples } from './claims.ts';
import { cliSamples } from './cli.ts';
import { commandLineSamples } from './command-line.ts';
import { contestantSamples } from './contestants.ts';
import { doctorPageSamples } from './doctor-page.ts';
import { doctorReportSamples } from './doctor-report.ts';
import { evidenceSamples } from './evidence.ts';
import { findSamples } from './find.ts';
import { findingMessages } from './findings.ts';
import { headlineMessages } from './headlines.ts';
import { helpSamples } from './help.ts';
import { markSamples } from './marks.ts';
import { observeSamples } from './observe.ts';
import { noteSamples } from './notes.ts';
import { pageSamples } from './page.ts';
import { platformSamples } from './platforms.ts';
import { publishedSamples } from './published.ts';
import { predictionSamples } from './prediction.ts';
import { predictionPageSamples } from './prediction-page.ts';
import { tunePageSamples } from './tune-page.ts';
import { tuneSectionSamples } from './tune-sections.ts';
import { factSamples, figureSamples, reportSamples } from './report.ts';
import { messagesOf } from './sample.ts';
import { terminalSamples } from './terminal.ts';
import { progressSamples, stopSamples, tuneSamples } from './tune.ts';

const samples = [
  ...messagesOf(actionSamples),
  ...messagesOf(factSamples),
  ...messagesOf(figureSamples),
  ...messagesOf(reportSamples),
  ...messagesOf(capacitySamples),
  ...messagesOf(checkSamples),
  ...messagesOf(gateSamples),
  ...messagesOf(warningSamples),
  ...messagesOf(noiseSamples),
  ...messagesOf(claimSamples),
  ...messagesOf(cliSamples),
  ...messagesOf(commandLineSamples),
  ...messagesOf(contestantSamples),
  ...messagesOf(doctorPageSamples),
  ...messagesOf(evidenceSamples),
  ...messagesOf(findSamples),
  ...messagesOf(doctorReportSamples),
  ...messagesOf(helpSamples),
  ...messagesOf(predictionPageSamples),
  ...messagesOf(markSamples),
  ...messagesOf(noteSamples),
  ...messagesOf(pageSamples),
  ...messagesOf(terminalSamples),
  ...messagesOf(platformSamples),
  ...messagesOf(publishedSamples),
  ...messagesOf(predictionSamples),
  ...messagesOf(observeSamples),
  ...messagesOf(progressSamples),
  ...messagesOf(stopSamples),
  ...messagesOf(tuneSamples),
  ...messagesOf(tunePageSamples),
  ...messagesOf(tuneSectionSamples),
  ...headlineMessages,
  ...findingMessages,
];

/** The messages of each code. */
export const samplesBy = Map.groupBy(samples, ({ code }) => code);
