/**
 * The English catalogue: a text for every code. Codes are permanent: scripts match on them. A text with figures is a
 * function of its parameters, which are plain values with the units that their names say; it formats them itself.
 */
import { action } from './action.ts';
import { headlines } from './headlines.ts';
import { help } from './help.ts';
import { noise } from './noise.ts';
import { notes } from './notes.ts';
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
import { poolHeldFindings } from './findings/pool-held.ts';
import { loopFindings } from './findings/loop.ts';
import { memoryFindings } from './findings/memory.ts';
import { attachReasons, targetReasons, unseen } from './observe.ts';
import { poolFindings } from './findings/pool.ts';
import { claims } from './claims.ts';
import { capacity } from './capacity.ts';
import { checkConditions } from './check-conditions.ts';
import { checkTitles } from './check-titles.ts';
import { checks } from './checks.ts';
import { cli } from './cli.ts';
import { gate } from './gate.ts';
import { labels } from './labels.ts';
import { loadTexts } from './load.ts';
import { marks } from './marks.ts';
import { pageScript } from './page-script.ts';
import { page } from './page.ts';
import { platforms } from './platforms.ts';
import { predictionTexts } from './prediction.ts';
import { predictionPage } from './prediction-page.ts';
import { predictionReport } from './prediction-report.ts';
import { published } from './published.ts';
import { requestFindings } from './findings/requests.ts';
import { commandLine } from './command-line.ts';
import { run } from './run.ts';
import { terminal } from './terminal.ts';
import { tune } from './tune.ts';
import { tunePage } from './tune-page.ts';
import { tuneSections } from './tune-sections.ts';
import { servers } from './servers.ts';
import { stores } from './stores.ts';
import { warnings } from './warnings.ts';

export const english = {
  /** What somebody else said (the kernel, Node, a server), or what was recorded before messages had codes. */
  text: ({ text }: { text: string }) => text,
  ...action,
  ...columns,
  ...contestants,
  ...facts,
  ...figures,
  ...find,
  ...report,
  ...headlines,
  ...help,
  ...noise,
  ...notes,
  ...cpuFindings,
  ...evidence,
  ...doctorTexts,
  ...doctorPage,
  ...doctorReport,
  ...loopFindings,
  ...memoryFindings,
  ...poolFindings,
  ...claims,
  ...capacity,
  ...checkConditions,
  ...checkTitles,
  ...checks,
  ...cli,
  ...gate,
  ...poolHeldFindings,
  ...labels,
  ...loadTexts,
  ...marks,
  ...pageScript,
  ...page,
  ...platforms,
  ...predictionTexts,
  ...predictionPage,
  ...predictionReport,
  ...published,
  ...requestFindings,
  ...attachReasons,
  ...targetReasons,
  ...unseen,
  ...commandLine,
  ...run,
  ...terminal,
  ...tune,
  ...tunePage,
  ...tuneSections,
  ...servers,
  ...stores,
  ...warnings,
};
