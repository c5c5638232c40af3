/** The files of deploy/, and what docs/scaling.md says of them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import { deployFiles } from '../../bench/deploy/files.ts';
import { connections, replicas } from '../../bench/deploy/kubernetes.ts';
import { panels } from '../../bench/deploy/panels.ts';
import { labelName, prometheusName } from '../../src/metrics/prometheus.ts';
import { telemetry, workerAttribute, type Instrument } from '../../src/model/telemetry.ts';
import { openQueue } from '../../src/queueing/single-queue.ts';
import { printedCommands, requireTaken } from '../cli/printed-commands.ts';
import { assertNone } from '../kit/assert.ts';
import { queries } from './queries.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = deployFiles();

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly expr: string;
      readonly annotations: Readonly<Record<string, string>>;
    }[];
  }[];
}
const rules = (parse(files['prometheus/rules.yml'] ?? '') as Rules).groups.flatMap((group) => group.rules);

suite('deploy/', () => {
  test('has what the generator writes, and nothing else', () => {
    const there = globSync('deploy/**/*.*', { cwd: root }).concat('deploy/Dockerfile');
    assert.deepEqual(
      there.toSorted(),
      Object.keys(files)
        .map((name) => `deploy/${name}`)
        .toSorted(),
    );
    for (const [name, text] of Object.entries(files))
      assert.equal(read(`deploy/${name}`), text, `npm run bench -- deploy --write: ${name}`);
  });

  test('has YAML with one document in a file', () => {
    for (const [name, text] of Object.entries(files))
      if (/\.ya?ml$/.test(name)) assert.equal(typeof parse(text, { strict: true }), 'object', name);
  });

  test('has two lines for a Dockerfile, which docs/scaling.md shows', () => {
    const lines = files['Dockerfile']?.match(/^ENV .*$/gm) ?? [];
    assert.equal(lines.length, 2);
    assert.ok(read('docs/scaling.md').includes(`\`\`\`dockerfile\n${lines.join('\n')}\n\`\`\``));
  });

  test('scales on utilisations alone', () => {
    for (const name of ['kubernetes/hpa.yaml', 'kubernetes/keda.yaml', 'prometheus/adapter.yml'])
      assert.doesNotMatch(files[name] ?? '', /wait|queue|delay|db_client/, name);
  });

  test('has at most so many replicas that a roll-out leaves connections free', () => {
    const opened = (pods: number) => (pods + Math.ceil(pods / 4)) * connections.ofPod;
    assert.ok(opened(replicas.most) <= connections.limit && opened(replicas.most + 1) > connections.limit);
    assert.ok(read('docs/scaling.md').includes(`\`maxReplicas: ${replicas.most}\``));
  });
});

/** Names of metrics, and of labels, in PromQL. */
function namesIn(query: string): { metrics: string[]; labels: string[] } {
  const labels: string[] = [];
  const rest = query
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\[\w+\]|\bunless\b/g, '')
    .replaceAll(
      /\{([^}]*)\}|\b(?:by|without|ignoring) \(([^)]*)\)/g,
      (_, matchers?: string, grouped?: string) => {
        labels.push(...((matchers ?? grouped)?.match(/\w+/g) ?? []));
        return '';
      },
    );
  return { metrics: rest.match(/[a-z_:][\w:]*(?!\w*\s*\()/g) ?? [], labels };
}

suite('What is asked of Prometheus', () => {
  const instruments: readonly Instrument[] = Object.values(telemetry);
  const inside = instruments.filter(({ from }) => from !== 'look');
  const suffixes = ({ instrument }: Instrument) =>
    instrument === 'histogram' ? ['_bucket', '_count'] : [''];
  const known = new Set(
    inside.flatMap((one) => suffixes(one).map((suffix) => `${prometheusName(one)}${suffix}`)),
  );
  const own = [workerAttribute, ...inside.flatMap(({ attributes }) => attributes)];
  // Those that Prometheus gives to what it scrapes, and the one of a histogram.
  const labels = new Set([
    ...own.map(({ key }) => labelName(key)),
    'job',
    'instance',
    'namespace',
    'pod',
    'le',
  ]);

  test('has names of the table alone, of what a process says of itself', () => {
    for (const query of [...queries, ...rules.map(({ expr }) => expr)]) {
      const found = namesIn(query);
      assert.ok(found.metrics.length > 0, query);
      assertNone(found.metrics, (name) => !known.has(name), query);
      assertNone(found.labels, (name) => !labels.has(name), query);
    }
  });

  test('is read as PromQL: names, and labels wherever they stand', () => {
    const query =
      'max without (worker) (histogram_quantile(0.99, rate(a_bucket{b=~"c{d}"}[5m]))) / ignoring (e) f unless g > 0.1';
    assert.deepEqual(namesIn(query), { metrics: ['a_bucket', 'f', 'g'], labels: ['worker', 'b', 'e'] });
  });

  test('is in the dashboard as it is in the table of panels', () => {
    interface Drawn {
      readonly description: string;
      readonly targets?: readonly { readonly expr: string }[];
    }
    const { panels: drawn } = JSON.parse(files['grafana/chokepoint.json'] ?? '') as { panels: Drawn[] };
    const asking = drawn.flatMap(({ description, targets = [] }) =>
      targets.map(({ expr }) => ({ description, expr })),
    );
    assert.deepEqual(
      asking,
      panels.map(({ description, expression }) => ({ description, expr: expression })),
    );
  });
});

suite('An alert', () => {
  const texts = rules.flatMap(({ annotations: { summary = '', description = '' } }) => [
    summary,
    description,
  ]);

  test('has sentences of at most 20 words, and tells nobody to raise anything', () => {
    const sentences = [...texts, ...panels.map(({ description }) => description)]
      .map((text) => text.replaceAll(/\{\{.*?\}\}/g, 'x'))
      .flatMap((text) => text.split(/(?<=[.:])\s+/));
    assertNone(sentences, (one) => one.split(' ').length > 20);
    assertNone(sentences, (one) => /\b(?:raise|increase|more)\b/i.test(one));
  });

  test('has commands that the program takes', () => {
    const commands = printedCommands(
      `${rules
        .map(({ annotations }) => annotations['command'])
        .join('\n')
        .replaceAll(/\{\{.*?\}\}/g, '\n')}
${read('docs/scaling.md')}`,
    );
    assert.deepEqual(commands, ['chokepoint doctor 1', 'chokepoint doctor --list']);
    for (const command of commands) requireTaken(command);
  });
});

test('docs/scaling.md has the figures of M/M/1 and of an HPA', () => {
  const page = read('docs/scaling.md');
  const [before, target, work] = [10, 0.8, 9];
  const wait = (load: number) => openQueue(load, 1, 1).response - 1;
  const factor = (metric: (load: number) => number, pods: number) => metric(work / pods) / metric(target);
  const said = (metric: (load: number) => number, pods: number) => {
    const next = Math.ceil(pods * factor(metric, pods));
    assert.ok(
      page.includes(
        `×${factor(metric, pods).toFixed(2)}: ${next} replicas, ${Math.round((100 * work) / next)}%`,
      ),
      `${factor(metric, pods)}, ${next}`,
    );
    return next;
  };
  const load = (one: number) => one;
  const right = factor(load, said(load, before));
  assert.ok(right > 0.9 && right < 1 && page.includes(`×${right.toFixed(2)}: it stays, within 10%`));
  said(wait, said(wait, before));
  assert.ok(
    page.includes(`${wait(0.8).toFixed(0)} times at\n80% load, ${wait(0.9).toFixed(0)} times at 90%`),
  );
});
