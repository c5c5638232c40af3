/** All that the files of deploy/ ask of Prometheus, as it takes them: without the variables of Grafana and of the adapter. */
import { alerts } from '../../bench/deploy/alerts.ts';
import { utilizations, withoutVariables } from '../../bench/deploy/expressions.ts';
import { kedaQueries } from '../../bench/deploy/kubernetes.ts';
import { panels } from '../../bench/deploy/panels.ts';

export const queries: readonly string[] = [
  ...panels.map(({ expression }) => withoutVariables(expression)),
  ...alerts.map(({ expression }) => expression),
  ...utilizations.map(({ query }) => query('pod', 'namespace="shop",pod="shop-7d9f-x2x"')),
  ...kedaQueries,
];
