/** The first screen of the doctor's page: the verdict, four figures of the process that it is about, and what to change. */
import { message, quoted, say, type AnyMessage } from '../../messages/message.ts';
import type { Diagnosis, Finding } from '../../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import type { Answer, Tile, Todo, Tone } from '../outline/answer.ts';
import { brief, duration, percent } from '../../format/number.ts';
import { amount } from '../../format/words.ts';

const badges = {
  bottleneck: ['page.badge.bottleneck', 'bad'],
  healthy: ['page.badge.healthy', 'good'],
  'no traffic': ['page.badge.no-traffic', 'unsure'],
  'cannot tell': ['page.badge.cannot-tell', 'unsure'],
} as const;

/** @param deeper the command that would see more; null if there is none, or nothing is left open */
export function doctorAnswer(diagnosis: Diagnosis, deeper: string | null): Answer {
  const { status, sentence, findings } = diagnosis;
  const [badge, tone] = badges[status];
  const [first] = findings;
  const one = mainProcess(diagnosis);
  return {
    badge: say(message(badge)),
    tone,
    sentence: say(sentence),
    rest: first ? say(first.because) : '',
    tiles: one ? tiles(one, diagnosis.service) : [],
    todo: todo(first, deeper, status),
  };
}

/** The process that the first finding is about; without one, that which uses most CPU. */
export function mainProcess({ findings, processes }: Diagnosis): Vitals | null {
  const pid = findings[0]?.pids[0];
  return (
    processes.find((one) => one.pid === pid) ??
    processes.filter(({ role }) => role !== 'launcher').toSorted((a, b) => b.cpu.used - a.cpu.used)[0] ??
    null
  );
}

function tiles({ cpu, pool, loop }: Vitals, { requests }: ServiceVitals): Tile[] {
  const { busy, size, wait, queue } = pool;
  return [
    ...(requests === null
      ? []
      : [
          tile(
            message('page.tile.rate'),
            brief(requests.rate),
            requests.p99 === null ? null : quoted(`p99 ${duration(requests.p99)}`),
          ),
        ]),
    tile(message('page.tile.cpu'), share(cpu.used, cpu.available)),
    tile(message('page.tile.pool'), busy === null ? null : size === null ? amount(busy) : share(busy, size)),
    tile(
      message('page.tile.wait'),
      wait === null ? null : duration(wait.mean),
      queue && queue.mean > 0 ? message('page.tile.waiting', { jobs: amount(queue.mean) }) : null,
    ),
    tile(
      message('page.tile.loop'),
      loop.utilization === null ? null : percent(loop.utilization),
      loop.delay && message('page.tile.delay', { time: duration(loop.delay.max) }),
    ),
  ];
}

function share(part: number, all: number): string {
  return say(message('page.tile.share', { part: amount(part), all: amount(all) }));
}

function tile(label: AnyMessage, value: string | null, note: AnyMessage | null = null): Tile {
  const tone: Tone = 'quiet';
  return {
    label: say(label),
    value: value ?? '–',
    note: value === null ? say(message('page.tile.unseen')) : note ? say(note) : '',
    tone,
  };
}

function todo(first: Finding | undefined, deeper: string | null, status: Diagnosis['status']): Todo {
  const change = first?.changes[0];
  if (first && change)
    return {
      sentences: [
        say(message('page.todo.change', { what: change.what })),
        say(message('page.todo.expect', { text: first.expect })),
      ],
      lines: change.text.split('\n'),
      more:
        first.changes.length < 2
          ? null
          : {
              id: `finding-${first.rule}`,
              text: say(message('page.todo.other-ways', { ways: first.changes.length - 1 })),
            },
    };
  if (deeper !== null) return { sentences: [say(message('page.todo.deeper'))], lines: [deeper], more: null };
  const isFine = status === 'healthy';
  return { sentences: isFine ? [say(message('page.todo.nothing'))] : [], lines: [], more: null };
}
