/** The first screen of a run: which badge, which sentence, and what stands beside it. */
import { foundIn } from '../../model/verdict.ts';
import { askedIn } from '../../model/plan.ts';
import {
  message,
  quoted,
  say,
  type AnyMessage,
  type MessageCode,
  type OneOf,
} from '../../messages/message.ts';
import type { Answer, Tone } from './answer.ts';
import { capacityBadge, capacityReasons } from './capacity.ts';
import { costOfGain, headline } from './headline.ts';
import { mainFailure } from './next-step.ts';
import type { ShownRun } from './shown-run.ts';
import { tiles } from './tiles.ts';
import { todoOf } from './todo.ts';

type Said = readonly [badge: AnyMessage, tone: Tone, sentence: AnyMessage, ...rest: AnyMessage[]];

export function runAnswer(result: ShownRun): Answer {
  const [badge, tone, sentence, ...rest] = said(result);
  const cost = costOfGain(result);
  return {
    badge: say(badge),
    tone,
    sentence: say(sentence),
    rest: [...rest.map(say), ...(cost === null ? [] : [`${say(cost)}.`])].join(' '),
    tiles: tiles(result),
    todo: todoOf(result),
  };
}

function said(result: ShownRun): Said {
  const { gate, plan, recommendation, capacity } = result;
  if (capacity && !mainFailure(result))
    return [...capacityBadge(capacity), capacity.sentence, ...capacityReasons(capacity)];
  if (gate) {
    const tone = { pass: 'good', fail: 'bad', undecided: 'unsure', unmeasured: 'unsure' } as const;
    return [message(`page.badge.gate.${gate.verdict}`), tone[gate.verdict], gate.sentence];
  }
  // Of any other code no parameter is read.
  const head = headline(result) as OneOf<Extract<MessageCode, `headline.${string}`> | 'tune.advice.keep'>;
  switch (head.code) {
    case 'headline.claims':
    case 'headline.claims-and-best':
      return claimsSaid(result, head);
    case 'headline.best':
      return [
        message('page.badge.improved'),
        'good',
        message('page.answer.best', head.params),
        message('page.answer.best-rest', head.params),
      ];
    case 'headline.none-better':
      return head.params.undecided.length > 0
        ? [message('page.badge.undecided'), 'unsure', head]
        : [message('page.badge.no-gain'), 'same', head];
    case 'headline.withheld':
      return [message('page.badge.withheld'), 'bad', head];
    case 'headline.nothing-measured':
      return [message('page.badge.not-measured'), 'bad', head, ...failureSaid(result)];
    case 'tune.advice.keep': {
      const rest = recommendation ? [recommendation.certainty] : [];
      return head.params.isOpen
        ? [message('page.badge.undecided'), 'unsure', head, ...rest]
        : recommendation?.verdict === 'certified'
          ? [
              message('page.badge.certified', { confidence: askedIn(plan).search?.confidence ?? 0 }),
              'good',
              head,
              ...rest,
            ]
          : [message('page.badge.no-gain'), 'same', head, ...rest];
    }
    case 'headline.tune-certified':
    case 'headline.tune-not-certified':
      return tuneSaid(result, head);
    default:
      return recommendation
        ? [message('page.badge.none'), 'bad', head]
        : [message('page.badge.measured'), 'quiet', head];
  }
}

function failureSaid(result: ShownRun): AnyMessage[] {
  const failure = mainFailure(result);
  return failure === null ? [] : [quoted(`${failure.what} ${failure.why}`)];
}

function claimsSaid(result: ShownRun, head: OneOf<'headline.claims' | 'headline.claims-and-best'>): Said {
  const { claims, answer } = foundIn(result);
  const decided = claims.filter(({ verdict }) => verdict !== 'undecided' && verdict !== 'not run').length;
  const [sentence, ...rest] =
    head.code === 'headline.claims' ? [head] : [head.params.claims, head.params.best];
  return [
    message('page.badge.claims', { decided, of: claims.length }),
    decided === claims.length ? 'good' : 'unsure',
    ...(answer ? ([answer, sentence] as const) : ([sentence] as const)),
    ...rest,
  ];
}

function tuneSaid(
  { recommendation }: ShownRun,
  head: OneOf<'headline.tune-certified' | 'headline.tune-not-certified'>,
): Said {
  const certainty = recommendation ? [recommendation.certainty] : [];
  const { id, current, gain } = head.params;
  const gained = gain ? [message('page.answer.gain-rest', { ratio: gain, current })] : [];
  const keeps = message('page.answer.keep', { id });
  if (head.code === 'headline.tune-certified') {
    const { keeps: isKept, confidence } = head.params;
    const sentence = isKept ? keeps : message('page.answer.set', head.params);
    return [message('page.badge.certified', { confidence }), 'good', sentence, ...gained, ...certainty];
  }
  const sentence = head.params.keeps ? keeps : message('page.answer.guess', head.params);
  return [message('page.badge.not-certified'), 'unsure', sentence, ...gained, ...certainty];
}
