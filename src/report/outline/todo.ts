/** What the reader is to do now: a setting to copy, or the command that decides what is open. */
import { verbToResume } from '../../model/plan.ts';
import { hasCode, message, say } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { applications, type Application } from '../../model/apply/apply.ts';
import { capital } from '../../format/words.ts';
import { anchorOf } from './anchor.ts';
import type { Todo } from './answer.ts';
import { capacityStep } from './capacity.ts';
import { onward, repeatCommand } from './command.ts';
import { bestComparison, headline } from './headline.ts';
import { isWithheld, mainFailure, tuneStep } from './next-step.ts';
import type { ShownRun } from './shown-run.ts';
import { said } from './table.ts';

const nothing: Todo = { sentences: [], lines: [], more: null };

/** More blocks than a run had: twice as many make its intervals a third narrower. */
const more = 2;

export function todoOf(result: ShownRun): Todo {
  const { run, plan, gate, claims, recommendation } = result;
  const failure = mainFailure(result);
  if (failure) return command(failure.todo, repeatCommand(plan));
  if (run.status === 'interrupted' && gate)
    return command(say(message('interrupted.gate')), repeatCommand(plan));
  if (run.status === 'interrupted')
    return command(say(message('page.todo.resume')), `${program()} ${verbToResume(plan)} --resume ${run.id}`);
  if (isWithheld(result)) return command(say(message('page.todo.fix')), repeatCommand(plan));
  if (result.capacity) {
    const step = capacityStep(result.capacity, plan);
    return command(capital(say(step.why)), step.command);
  }
  if (gate) return gateTodo(result, gate.verdict);
  if (claims.length > 0) return claimsTodo(result);
  if (recommendation) return tuneTodo(result, recommendation);
  return sweepTodo(result);
}

function command(sentence: string, line: string): Todo {
  return { ...nothing, sentences: [sentence], lines: [line] };
}

function gateTodo({ plan }: ShownRun, verdict: NonNullable<ShownRun['gate']>['verdict']): Todo {
  if (verdict === 'pass') return { ...nothing, sentences: [say(message('page.todo.gate-passed'))] };
  if (verdict === 'fail') return command(say(message('page.todo.gate-failed')), onward('doctor', plan));
  return measureMore(plan);
}

function measureMore(plan: ShownRun['plan']): Todo {
  return command(say(message('page.todo.measure-more')), repeatCommand(plan, more * plan.blocks));
}

function claimsTodo({ claims, run }: ShownRun): Todo {
  const open = claims.flatMap(({ undecided }) => (undecided?.kind === 'noise' ? [undecided] : []));
  if (open.length === 0)
    return command(say(message('page.todo.own-server')), `${program()} doctor -- node server.js`);
  const seconds = Math.max(...open.map((one) => one.seconds));
  return command(
    say(message('page.todo.claims', { undecided: open.length, seconds })),
    `${program()} lab --resume ${run.id}`,
  );
}

function tuneTodo(result: ShownRun, found: NonNullable<ShownRun['recommendation']>): Todo {
  const { passages } = result;
  const listing = passages.find(({ leads }) => leads)?.listings?.[0];
  const apply = passages.find(({ listings = [], leads }) => !leads && listings.length > 0);
  if (listing)
    return {
      sentences: [say(message('page.todo.apply'))],
      lines: listing.lines,
      more: apply ? { id: anchorOf(said(apply.title)), text: places(found.apply?.ways ?? []) } : null,
    };
  if (found.id !== null && found.keepsDefault && found.verdict === 'certified')
    return { ...nothing, sentences: [say(message('page.todo.keep', { id: found.id }))] };
  const step = tuneStep(result, found);
  return command(capital(say(step.why)), step.command);
}

function places(ways: readonly Application[]): string {
  return say(message('page.todo.places', { places: ways.slice(1).map(({ place }) => place) }));
}

function sweepTodo(result: ShownRun): Todo {
  const { plan } = result;
  const head = headline(result);
  const best = bestComparison(result);
  const cell = best && plan.cells.find(({ id }) => id === best.cell);
  if (best && cell && plan.subject.kind === 'command') {
    const { ways } = applications(cell.setting, plan.subject.command);
    const first = ways.find(({ place }) => place === 'shell') ?? ways[0];
    if (first)
      return {
        ...nothing,
        sentences: [say(message('page.todo.apply'))],
        lines: first.text.split('\n'),
      };
  }
  if (hasCode(head, 'headline.none-better') && head.params.undecided.length === 0)
    return { ...nothing, sentences: [say(message('page.todo.keep', { id: head.params.baseline }))] };
  return measureMore(plan);
}
