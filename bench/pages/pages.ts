import { casePages } from './cases.ts';
import { checksPage } from './checks.ts';
import { experimentPages } from './experiments.ts';
import { findingsPage } from './findings.ts';
import { publishedPage } from './published.ts';
import { readmePages } from './readme.ts';

/** By their names in docs/. */
export function pages(): Readonly<Record<string, string>> {
  return {
    'checks.md': checksPage(),
    'findings.md': findingsPage(),
    'published.md': publishedPage(),
    ...casePages(),
    ...experimentPages(),
    ...readmePages(),
  };
}
