import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import { emptyPlace } from './kit/place.ts';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8').replaceAll(/^\s*#.*\n/gm, ''),
}));

interface Part {
  readonly name: string;
  readonly text: string;
}

/** The jobs of a workflow. They are indented by two spaces, as oxfmt writes them. */
function jobsOf({ name, text }: Part): Part[] {
  const [, jobs = ''] = text.split(/^jobs:\n/m);
  return jobs
    .split(/^(?= {2}[\w-]+:\n)/m)
    .map((job) => ({ name: `${name}: ${job.trim().split(':')[0]}`, text: job }));
}

function stepsOf({ name, text }: Part): Part[] {
  const [, steps = ''] = text.split(/^ {4}steps:\n/m);
  return steps
    .split(/^(?= {6}- )/m)
    .map((step, index) => ({ name: `${name}, step ${index + 1}`, text: step }));
}

/** What a step runs: the words behind `run:`, and the lines below that are indented further. */
function runsOf({ text }: Part): string[] {
  return Array.from(text.matchAll(/^( {6}- | {8})run: (.*\n(?: {9,}.*\n|\n)*)/gm), ([, , run = '']) => run);
}

const jobs = workflows.flatMap(jobsOf);
const steps = jobs.flatMap(stepsOf);
const count = (pattern: RegExp) => workflows.flatMap(({ text }) => text.match(pattern) ?? []).length;
const job = (name: string) => {
  const found = jobs.find((one) => one.name === `release.yml: ${name}`);
  assert.ok(found, `there is no job ${name}`);
  return found;
};
/** A job that uses the action of this repository: its token may write one comment. */
const comments = ({ text }: Part) => /\buses: \.\//.test(text);
const permissionsOf = ({ text }: Part) => /^ {4}permissions: (.*)$/m.exec(text)?.[1]?.replace(/ #.*/, '');

suite('A workflow', () => {
  test('is read whole by this test', () => {
    assert.ok(jobs.length >= 7 && workflows.length >= 3);
    assert.equal(steps.length, count(/^\s*- (?:\{ )?(uses|run|id|if|env|name|with):/gm));
    assert.equal(steps.flatMap(runsOf).length, count(/\brun:/g));
  });

  test('gives no rights to all of its jobs: each names its own', () => {
    for (const { name, text } of workflows) assert.match(text, /^permissions: \{\}$/m, name);
    for (const one of jobs) assert.match(one.text, /^ {4}permissions: \{ .+ \}/m, one.name);
    assert.equal(count(/permissions:/g), workflows.length + jobs.length);
  });

  test('names each action by its full commit, and its version in a comment', () => {
    const used = workflows
      .flatMap(({ text }) => text.match(/\buses:.*$/gm) ?? [])
      .filter((line) => !line.startsWith('uses: ./'));
    assert.ok(used.length > 8);
    for (const line of used) assert.match(line, /^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const pins = new Map(used.map((line) => [/actions\/[\w-]+/.exec(line)?.[0], line]));
    assert.equal(new Set(used).size, pins.size, 'an action has the same commit everywhere');
  });

  test('leaves no credentials in a checkout', () => {
    const checkouts = steps.filter(({ text }) => text.includes('actions/checkout@'));
    assert.ok(checkouts.length >= 4);
    for (const { name, text } of checkouts) assert.match(text, /with: \{ persist-credentials: false\b/, name);
  });

  test('puts no expression into a shell command: a title or a branch name could be code there', () => {
    for (const step of steps) for (const run of runsOf(step)) assert.doesNotMatch(run, /\$\{\{/, step.name);
  });

  test('never runs the code of a pull request with rights of the repository', () => {
    assert.equal(count(/pull_request_target|workflow_run/g), 0);
    for (const one of jobs.filter((each) => !each.name.startsWith('release.yml') && !comments(each)))
      assert.equal(permissionsOf(one), '{ contents: read }', one.name);
    assert.equal(count(/\$\{\{ *secrets\./g), 0);
  });
});

suite('The gate', () => {
  test('is at most 13 lines, and may comment; nothing else may', () => {
    const { text } = workflows.find(({ name }) => name === 'gate.yml') ?? { text: '' };
    assert.ok(text.trimEnd().split('\n').length <= 13);
    const commenting = jobs.filter((one) => /pull-requests: write/.test(one.text));
    assert.deepEqual(
      commenting.map(({ name }) => name),
      ['gate.yml: http-files', 'release.yml: version'],
    );
    for (const one of jobs.filter(comments)) {
      assert.equal(permissionsOf(one), '{ contents: read, pull-requests: write }', one.name);
      // The token is given to the action alone (test/action), and no package's install script runs in this job.
      for (const run of stepsOf(one).flatMap(runsOf))
        if (/\bnpm (ci|install)\b/.test(run)) {
          assert.match(run, /--ignore-scripts/);
          assert.match(run, /&& npm run prepare$/m, 'the build runs on the Node of the checkout');
        }
      assert.match(one.text, /^ {4}timeout-minutes: \d+$/m, one.name);
      assert.doesNotMatch(one.text, /github\.token|secrets\./);
    }
  });
});

interface NextStep {
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function nextStep(): NextStep {
  const { jobs: all } = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as {
    jobs: Record<string, { steps: NextStep[] }>;
  };
  const found = all['pack']?.steps.find(({ id }) => id === 'next');
  assert.ok(found);
  return found;
}

suite('The release', () => {
  test('may be published by one job alone, behind a protected environment', () => {
    assert.deepEqual(
      jobs.filter(({ text }) => /id-token/.test(text)).map(({ name }) => name),
      ['release.yml: publish'],
    );
    assert.equal(permissionsOf(job('publish')), '{ id-token: write }');
    assert.match(job('publish').text, /^ {4}environment: npm\b/m);
  });

  test('is published from a tarball, by nothing but npm and without a script', () => {
    const runs = stepsOf(job('publish')).flatMap(runsOf);
    assert.equal(runs.length, 1);
    assert.match(
      runs[0] ?? '',
      /^npm stage publish "\.\/release\/[\w$.-]+\.tgz" --ignore-scripts --provenance /,
    );
    assert.doesNotMatch(job('publish').text, /actions\/checkout@/);
  });

  test('runs packages of others only in jobs that may do nothing but read', () => {
    const running = jobs.filter((one) =>
      stepsOf(one)
        .flatMap(runsOf)
        .some((run) => /\bnpm (ci|install|test|run|exec|pack)\b|\bnpx\b/.test(run)),
    );
    assert.ok(running.length >= 4);
    for (const one of running.filter((each) => !comments(each)))
      assert.equal(permissionsOf(one), '{ contents: read }', one.name);
  });

  test('comes with what it is made of, and the hashes of both, as a draft until the package is approved', () => {
    const made = stepsOf(job('pack')).flatMap(runsOf).join('');
    assert.match(made, /npm sbom --sbom-format cyclonedx --omit dev .*> release\/sbom\.cdx\.json/);
    assert.match(made, /sha256sum .*> SHA256SUMS/);
    const [released = ''] = stepsOf(job('tag')).flatMap(runsOf);
    assert.match(released, /gh release create "v\$VERSION" release\/\* --draft /);
  });

  test('is what a push has raised the version to, whichever of its commits did', () => {
    const { run = '' } = nextStep();
    using place = emptyPlace('release');
    const cwd = place.folder;
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });
    const commit = (version: string, note: string) => {
      writeFileSync(join(cwd, 'package.json'), JSON.stringify({ version, note }));
      git('add', '--all');
      git('commit', '-qm', note);
      return git('rev-parse', 'HEAD').trim();
    };
    git('init', '-q');
    mkdirSync(join(cwd, '.changeset'));
    writeFileSync(join(cwd, '.changeset/README.md'), '');
    const first = commit('0.0.1', 'first');
    const raised = commit('0.1.0', 'raised');
    commit('0.1.0', 'last');
    const next = (before: string) => {
      const output = join(cwd, '.git', 'output');
      rmSync(output, { force: true });
      rmSync(join(cwd, 'release'), { recursive: true, force: true });
      // As the runner calls a step that names no shell.
      const env = { ...process.env, BEFORE: before, GITHUB_OUTPUT: output };
      execFileSync('bash', ['-e', '-c', run], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
      return readFileSync(output, 'utf8');
    };
    assert.equal(next(first), 'next=publish\nversion=0.1.0\n');
    assert.equal(next(raised), 'next=nothing\nversion=0.1.0\n');
    assert.equal(next('0'.repeat(40)), 'next=publish\nversion=0.1.0\n', 'the first push');
    assert.throws(() => next('1'.repeat(40)), 'a commit that is not there decides nothing');
    assert.equal(nextStep().env?.['BEFORE'], '${{ github.event.before }}');
    assert.match(job('pack').text, /fetch-depth: 0 \}/);
  });

  test('is packed where no install script has run', () => {
    const runs = stepsOf(job('pack')).flatMap(runsOf);
    assert.ok(runs.some((run) => /\bnpm pack\b/.test(run)));
    assert.deepEqual(
      runs.filter((run) => /\bnpm (ci|install)\b/.test(run)).map((run) => run.trim()),
      ['npm ci --ignore-scripts'],
    );
  });
});

suite('A release', () => {
  const said = (manifest: object) => {
    using here = emptyPlace('release');
    const file = join(here.folder, 'package.json');
    writeFileSync(file, JSON.stringify(manifest));
    const { status, stderr } = spawnSync(process.execPath, ['build/owner-fields.ts', file], {
      encoding: 'utf8',
    });
    return { status, missing: /has no (.*)\. Only the owner/.exec(stderr)?.[1] ?? null };
  };

  test('is not made before the owner has said where the project lives', () => {
    assert.match(job('pack').text, /node build\/owner-fields\.ts\n +npm pack/);
    assert.deepEqual(said({ homepage: 'https://a.example' }), { status: 1, missing: 'repository, no bugs' });
    const all = { repository: 'a/b', homepage: 'https://a.example', bugs: 'https://a.example/issues' };
    assert.deepEqual(said(all), { status: 0, missing: null });
  });
});

suite('What was skipped', () => {
  const said = (root: string, others: string) => {
    using here = emptyPlace('skipped');
    const files = [root, others].map((text, index) => {
      const file = join(here.folder, `${index}`);
      writeFileSync(file, text);
      return file;
    });
    return spawnSync(process.execPath, ['test/skipped.ts', ...files]).status;
  };

  test('by root and by others fails, by one of them does not', () => {
    assert.equal(said('a\nb', 'b\nc'), 1);
    assert.equal(said('a', 'b\nc'), 0);
    assert.equal(said('', ''), 0);
  });
});
