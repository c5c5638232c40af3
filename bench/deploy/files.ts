import { dashboard } from './dashboard.ts';
import { deploymentFile, dockerFile, hpaFile, kedaFile } from './kubernetes.ts';
import { adapterFile, rulesFile, rulesTest } from './rules.ts';

/** By their names in deploy/. */
export function deployFiles(): Readonly<Record<string, string>> {
  return {
    Dockerfile: dockerFile(),
    'grafana/chokepoint.json': `${JSON.stringify(dashboard(), null, 2)}\n`,
    'kubernetes/deployment.yaml': deploymentFile(),
    'kubernetes/hpa.yaml': hpaFile(),
    'kubernetes/keda.yaml': kedaFile(),
    'prometheus/adapter.yml': adapterFile(),
    'prometheus/rules.test.yml': rulesTest(),
    'prometheus/rules.yml': rulesFile(),
  };
}
