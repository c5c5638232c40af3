/** `sweep --against`: base and head, by the words of the command line. */
import { existsSync } from 'node:fs';
import { cellToHold, checkOut, planGate, primaryMetric, requireAlike } from '../../run/run.ts';
import { metrics, type Metric } from '../../model/metric.ts';
import type { Gate, Load, Plan, Setting } from '../../model/plan.ts';
import { nearest, problem } from '../../model/problem.ts';
import { redactPlan } from '../../model/redact/redact-plan.ts';
import { mask, redactText } from '../../model/redact/redact.ts';
import { oneLine } from '../../report/terminal/printable.ts';
import { openStore, type StoredRun } from '../../store/store.ts';
import { requireWritable } from '../output/gate-output.ts';
import { interruptible } from '../interruptible.ts';
import { milliseconds, share, wholeNumber } from '../options/values.ts';
import { type Arguments, type Values } from '../options/table.ts';
import { runPlan, storeFile } from '../run.ts';
import { defaults, factors, measuring, mostBlocks } from '../options/sweep.ts';

const defaultLoss = '5%';
/** Against a stored run there is one look, at the end: as many blocks as leave an interval of a few percent. */
const blocksAgainstRun = 9;

/**
 * A stored run wins over a revision of the same name, since it is exact: its whole id, or `last`.
 * @returns the exit code
 * @throws Problem of every kind that a command line can have, and what `checkOut` throws
 */
export async function gate(args: Arguments, against: string): Promise<number> {
  const { values } = args;
  const common = measuring(args);
  const held = heldLevels(values);
  const most = { load: common.load, values };
  requireWritable(values);
  const stored = storedRun(values, against);
  if (stored) {
    const { cell, setting } = cellToHold(stored, asStored(held, stored.plan));
    const id = stored.head.id;
    const plan = planGate({
      ...common,
      ...stopping(values, blocksAgainstRun),
      held: { ...setting, ...held },
      gate: question(most, { kind: 'run', id, cell: cell.id }),
      baseCwd: null,
    });
    requireAlike(stored, cell.id, redactPlan(plan).plan);
    return runPlan('sweep', plan, values);
  }
  return interruptible(async (signal) => {
    const { cwd, command } = common;
    const prepare = values.prepare ?? null;
    if (prepare !== null) told(`The base is made ready: ${oneLine(redactText(prepare))}`, values);
    const store = storeFile(values);
    const options = { revision: against, cwd, command, prepare, signal, store };
    await using base = await checkOut(options).catch((error: unknown) => {
      throw signal.aborted ? interrupted() : error;
    });
    const { commit, changes } = base;
    const plan = planGate({
      ...common,
      ...stopping(values, mostBlocks),
      held,
      gate: question(most, { kind: 'revision', name: against, commit, changes }),
      baseCwd: base.cwd,
    });
    return await runPlan('sweep', plan, values);
  });
}

/** A secret level has no value in a store. It is the stored one where there is no other of its key. */
function asStored(held: Setting, { factors: stored }: Plan): Setting {
  return Object.fromEntries(
    Object.entries(held).map(([key, level]) => {
      const [only, ...others] = stored.find((factor) => factor.key === key)?.levels ?? [];
      const isSame = typeof only === 'string' && only.includes(mask) && others.length === 0;
      return [key, isSame ? only : level];
    }),
  );
}

function storedRun(values: Values, against: string): StoredRun | null {
  const file = storeFile(values);
  if (!existsSync(file)) return null;
  using store = openStore(file, 'read');
  const rows = store.list();
  const row = against === 'last' ? rows[0] : rows.find(({ id }) => id === against);
  return row ? store.read(row.id) : null;
}

function question({ load, values }: { load: Load; values: Values }, against: Gate['against']): Gate {
  const failIfWorse = share('--fail-if-worse', values['fail-if-worse'] ?? defaultLoss);
  return { metric: metricOf(values.metric, load), failIfWorse, against };
}

/** Jobs are timed by the lab's own servers only. */
const askable = (Object.keys(metrics) as Metric[]).filter(
  (name) => !name.startsWith('job') && name !== 'loopUtilization',
);

function metricOf(text: string | undefined, load: Load): Metric {
  if (text === undefined) return primaryMetric(load);
  const found = askable.find((name) => name === text);
  if (found) return found;
  const near = nearest(text, askable);
  throw problem('OPTION_INVALID', {
    option: '--metric',
    value: text,
    why: `It knows ${askable.join(', ')}.`,
    todo: near ? `Did you mean "${near}"?` : 'Write --metric throughput.',
  });
}

/** What base and head share. What they differ in is the code: a second difference would hide which one it was. */
function heldLevels(values: Values): Setting {
  const held: Record<string, string | number> = {};
  for (const { key, levels } of factors(values.vary ?? [])) {
    const [level, ...others] = levels;
    if (level === undefined || others.length > 0) {
      throw problem('OPTION_INVALID', {
        option: '--vary',
        value: `${key}=${levels.join(',')}`,
        why: 'A gate varies the code alone; everything else is held, so each key takes one level.',
        todo: `Write --vary ${key}=${levels[0] ?? 'LEVEL'}, or sweep the levels without --against.`,
      });
    }
    held[key] = level;
  }
  return held;
}

/** A gate looks until it is decided; `--precision` would make it stop, or go on, for another reason. */
function stopping({ blocks, precision, budget }: Values, most: number): Pick<Plan, 'blocks' | 'stopping'> {
  if (precision !== undefined) {
    throw problem('OPTION_INVALID', {
      option: '--precision',
      value: precision,
      why: 'A gate stops when the interval lies on one side of what is allowed.',
      todo: 'Leave it out, or write --budget 5m or --blocks 13 for the most that it may take.',
    });
  }
  return {
    blocks: blocks === undefined ? most : wholeNumber('--blocks', blocks, 2),
    stopping: { delta: 0.05, budget: milliseconds('--budget', budget ?? defaults.budget, 1000) },
  };
}

function interrupted() {
  const todo = 'Start it again: nothing had been measured yet.';
  return problem('INTERRUPTED', { stored: '0 of the trials are', todo });
}

/** Installing takes a while; whoever sits before a terminal wants to know what goes on. */
function told(text: string, { verbose }: Values): void {
  if (verbose || process.stderr.isTTY) process.stderr.write(`${text}\n`);
}
