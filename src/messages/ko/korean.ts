/** The Korean catalogue: the same codes as the English one, with the same parameters. */
import type { Catalogue } from '../message.ts';
import { capacity } from './capacity.ts';
import { action } from './action.ts';
import { checkConditions } from './check-conditions.ts';
import { checkTitles } from './check-titles.ts';
import { checks } from './checks.ts';
import { cli } from './cli.ts';
import { claims } from './claims.ts';
import { columns } from './columns.ts';
import { contestants } from './contestants.ts';
import { facts } from './facts.ts';
import { figures } from './figures.ts';
import { find } from './find.ts';
import { report } from './report.ts';
import { doctorPage } from './doctor-page.ts';
import { doctorReport } from './doctor-report.ts';
import { cpuFindings } from './findings/cpu.ts';
import { evidence } from './findings/evidence.ts';
import { doctorTexts } from './findings/doctor.ts';
import { loopFindings } from './findings/loop.ts';
import { memoryFindings } from './findings/memory.ts';
import { poolHeldFindings } from './findings/pool-held.ts';
import { poolFindings } from './findings/pool.ts';
import { published } from './published.ts';
import { requestFindings } from './findings/requests.ts';
import { headlines } from './headlines.ts';
import { help } from './help.ts';
import { marks } from './marks.ts';
import { noise } from './noise.ts';
import { page } from './page.ts';
import { pageScript } from './page-script.ts';
import { platforms } from './platforms.ts';
import { predictionPage } from './prediction-page.ts';
import { predictionReport } from './prediction-report.ts';
import { predictionTexts } from './prediction.ts';
import { commandLine } from './command-line.ts';
import { gate } from './gate.ts';
import { labels } from './labels.ts';
import { loadTexts } from './load.ts';
import { notes } from './notes.ts';
import { run } from './run.ts';
import { servers } from './servers.ts';
import { stores } from './stores.ts';
import { attachReasons, targetReasons, unseen } from './observe.ts';
import { terminal } from './terminal.ts';
import { tune } from './tune.ts';
import { tunePage } from './tune-page.ts';
import { tuneSections } from './tune-sections.ts';
import { warnings } from './warnings.ts';

export const korean: Catalogue = {
  language: 'ko',
  texts: {
    text: ({ text }) => text,
    ...capacity,
    ...checkConditions,
    ...checkTitles,
    ...checks,
    ...cli,
    ...claims,
    ...cpuFindings,
    ...evidence,
    ...doctorPage,
    ...doctorReport,
    ...doctorTexts,
    ...labels,
    ...columns,
    ...contestants,
    ...facts,
    ...figures,
    ...find,
    ...report,
    ...headlines,
    ...help,
    ...loopFindings,
    ...marks,
    ...memoryFindings,
    ...noise,
    ...poolFindings,
    ...poolHeldFindings,
    ...page,
    ...pageScript,
    ...platforms,
    ...predictionPage,
    ...predictionReport,
    ...predictionTexts,
    ...published,
    ...requestFindings,
    ...commandLine,
    ...action,
    ...gate,
    ...loadTexts,
    ...notes,
    ...terminal,
    ...run,
    ...servers,
    ...stores,
    ...attachReasons,
    ...targetReasons,
    ...unseen,
    ...tune,
    ...tunePage,
    ...tuneSections,
    ...warnings,
  },
};
