import { spawnSync } from 'node:child_process';

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Why a test of a real Prometheus is skipped here; false where it can run. */
export const lacksPrometheus =
  isThere('prometheus') && isThere('promtool')
    ? false
    : 'there is no prometheus with its promtool on the PATH (Debian has both in its package prometheus)';
