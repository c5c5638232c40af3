/** `sweep`, `tune` and `capacity`: a new plan, or a stored run that goes on. */
import type { Plan, Gate, Setting } from '../../model/plan.ts';
import { capacityArguments } from '../options/capacity.ts';
import type { Arguments, Work } from '../options/parse.ts';
import {
  sweepArguments,
  encodedAsStored,
  factors,
  fewestBlocks,
  measuring,
  mostBlocks,
  requireTime,
} from '../options/sweep.ts';
import { tuneArguments } from '../options/tune.ts';
import { resumable, runPlan, storeFile } from '../run.ts';
import { existsSync } from 'node:fs';
import { systemClock } from '../../host/clock.ts';
import { cellToHold, requireAlike } from '../../judge/gate-against-run.ts';
import { checkOut, isRevision } from '../../server/base.ts';
import { planGate } from '../../run/plans.ts';
import { primaryMetric } from '../../judge/groups.ts';
import { message, say } from '../../messages/message.ts';
import { problem } from '../../messages/problem.ts';
import { redactPlan } from '../../redact/redact-plan.ts';
import { mask } from '../../messages/command-line.ts';
import { redactText } from '../../redact/redact.ts';
import { oneLine } from '../../format/printable.ts';
import { openStore, type StoredRun } from '../../store/store.ts';
import { requireWritable } from '../output/gate-output.ts';
import { tell } from '../output/terminal.ts';
import { interruptible } from '../interruptible.ts';
import { invalid, whole } from '../options/values.ts';
import type { Values } from '../options/table.ts';
import { defaults } from '../options/defaults.ts';

const plans: Readonly<Record<string, (args: Arguments) => Plan>> = {
  sweep: sweepArguments,
  tune: tuneArguments,
  capacity: capacityArguments,
};

export async function measure(args: Arguments): Promise<Work> {
  const { resume, against } = args.values;
  if (resume !== undefined) return resumable(args, resume);
  if (against !== undefined) return gate(args, against);
  const plan = plans[args.verb]?.(args);
  if (!plan) throw new Error(`${args.verb} measures nothing`);
  return () => runPlan(args, plan);
}

/** Blocks of a gate against a stored run, which is judged once, at the end: as many as leave an interval of a few percent. */
const blocksAgainstRun = 9;

/** @returns what measures and decides the gate: against a revision, or a stored run by its whole id or as `last` */
async function gate(args: Arguments, against: string): Promise<Work> {
  const { values, faults } = args;
  const { prepare = null } = values;
  const common = measuring(args);
  const held = heldLevels(args);
  if (values.blocks !== undefined) faults.read(() => whole(2)(`${values.blocks}`, '--blocks'));
  for (const option of ['summary', 'junit'] as const)
    faults.read(() => requireWritable(option, values[option]));
  faults.end();
  requireTime(values.budget, common, fewestBlocks);
  const planOf = (
    stored: Setting,
    most: number,
    other: Gate['against'],
    parts: { readonly baseCwd: string | null; readonly requests?: Plan['cells'][number]['requests'] },
  ) =>
    planGate({
      ...common,
      // A gate goes on until it is decided, or its time or its blocks are used up.
      blocks: values.blocks ?? most,
      strategy: {
        kind: 'gate',
        gate: {
          metric: values.metric ?? primaryMetric(common.load),
          failIfWorse: values['fail-if-worse'] ?? defaults.failIfWorse,
          against: other,
        },
        stopping: { delta: 0.05, budget: values.budget ?? defaults.budget },
      },
      held: { ...stored, ...held },
      ...parts,
    });
  const stored = await storedRun(values, against, common.cwd);
  if (stored) {
    const { cell, setting } = cellToHold(stored, asStored(held, stored.plan));
    const base = { kind: 'run', id: stored.head.id, cell: cell.id } as const;
    const requests = encodedAsStored(common.requests, cell.requests, values);
    const plan = planOf(setting, blocksAgainstRun, base, { baseCwd: null, requests });
    requireAlike(stored, cell.id, redactPlan(plan).plan);
    return () => runPlan(args, plan);
  }
  return () =>
    interruptible(async (signal) => {
      const { cwd, command } = common;
      // Installing takes a while; whoever sits before a terminal wants to know what goes on.
      if (prepare !== null && (values.verbose || process.stderr.isTTY))
        tell(say(message('cli.preparing-base', { command: oneLine(redactText(prepare)) })));
      const options = { revision: against, cwd, command, prepare, store: storeFile(values) };
      await using base = await checkOut({ ...options, signal, clock: systemClock });
      const { commit, changes } = base;
      const { overruled: settings } = args;
      const other = { kind: 'revision', name: against, commit, changes, settings } as const;
      return await runPlan(args, planOf({}, mostBlocks, other, { baseCwd: base.cwd }));
    });
}

/** @returns the setting as the store has it: a level that is stored hidden, as the only one of its key, is taken for the secret one */
function asStored(held: Setting, { factors: stored }: Plan): Setting {
  return Object.fromEntries(
    Object.entries(held).map(([key, level]) => {
      const [only, ...others] = stored.find((factor) => factor.key === key)?.levels ?? [];
      const isSame = typeof only === 'string' && only.includes(mask) && others.length === 0;
      return [key, isSame ? only : level];
    }),
  );
}

/**
 * The stored run named `against`; null: none. A revision of that name comes first: the store may have come with the change under test.
 * @throws Problem BASE_FOREIGN
 */
async function storedRun(values: Values, against: string, cwd: string): Promise<StoredRun | null> {
  const file = storeFile(values);
  if (!existsSync(file) || (against !== 'last' && (await isRevision(cwd, against)))) return null;
  using store = openStore(file, 'read');
  const rows = store.list();
  const row = against === 'last' ? rows[0] : rows.find(({ id }) => id === against);
  if (!row) return null;
  const why = values['trust-store'] ? null : store.whyForeign(row.id);
  if (why !== null) throw problem('BASE_FOREIGN', { id: row.id, why });
  return store.read(row.id);
}

/** The setting that base and head share: they differ in the code, and a second difference would hide which one it was. */
function heldLevels(args: Arguments): Setting {
  const held: Record<string, string | number> = {};
  for (const { key, levels } of factors(args)) {
    const [level = 'LEVEL', ...others] = levels;
    if (others.length > 0)
      args.faults.add(invalid('--vary', `${key}=${levels.join(',')}`, 'vary.gate', { key, level }));
    held[key] = level;
  }
  return held;
}
