import { casePages } from './cases.ts';
import { checkedPages } from './check-page.ts';
import { checksPage } from './checks.ts';
import { experimentPages } from './experiments.ts';
import { findingsPage } from './findings.ts';
import { metricsPage } from './metrics.ts';
import { publishedPage } from './published.ts';
import { rangesPage } from './ranges.ts';

/** By their names in docs/. */
export function pages(): Readonly<Record<string, string>> {
  return {
    'checks.md': checksPage(),
    'findings.md': findingsPage(),
    'metrics.md': metricsPage(),
    'published.md': publishedPage(),
    ...casePages(),
    ...experimentPages(),
    ...checkedPages(),
    ...rangesPage(),
  };
}
