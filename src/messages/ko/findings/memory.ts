/** What the rules about memory say, in Korean. */
import { amount, bytes } from '../../../format/words.ts';
import type { memoryFindings as english } from '../../en/findings/memory.ts';
import type { Texts } from '../../nested.ts';
import { kindName } from '../pool-words.ts';
import { aboutOf, count, josa } from '../words.ts';

type Growing = Parameters<(typeof english)['memory-leak.title']>[0];

const endText = ({ limit, end, left }: Growing) =>
  `${lengthText(left)} 뒤에 ${limit === null ? `빠르면 ${bytes(end)}(V8 힙의 기본 한계)` : `한계인 ${bytes(limit)}`}에 도달합니다`;

const growthText = ({ growth, rss, limit, left, isSoon }: Growing) =>
  `메모리가 초당 ${bytes(growth)}씩 늘어 관찰 끝에 ${bytes(rss)}가 되었습니다${isSoon ? `. ${lengthText(left)} 뒤에 한계인 ${bytes(limit ?? 0)}에 도달합니다` : ''}`;

export const memoryFindings = {
  'memory.too-short': '관찰 시간이 짧아 메모리 증가를 알 수 없습니다.',

  'memory-growth.rule': '대기 중인 작업이 메모리를 점유',
  'memory-growth.no-jobs': ({ rss }) =>
    `메모리 ${josa(bytes(rss), '을/를')} 사용 중이며, 대기 중인 작업은 원인이 아닙니다.`,
  'memory-growth.small': ({ queued, rss }) =>
    `작업 ${josa(aboutOf(queued), '이/가')} 대기하지만 사용 중인 메모리는 ${bytes(rss)}뿐입니다.`,
  'memory-growth.title': ({ kind, queued, rss, rising }) =>
    `${kindName(kind)} ${amount(Math.round(queued))}개가 대기하며 메모리를 점유합니다(${bytes(rss)}${rising === null ? '' : `, 초당 ${bytes(rising)} 증가`})`,
  'memory-growth.because': ({ most, soon }) =>
    `각 작업은 스레드를 기다리는 동안에도 제출된 순간부터 입력 데이터를 점유합니다. 동시에 ${most}개까지만 실행해도 전체 완료 시각은 늦어지지 않으며, 풀을 늘려도 점유하는 메모리는 같습니다.${soon ? ` ${Math.round(soon.seconds)}초 뒤에 한계인 ${bytes(soon.limit)}에 도달합니다.` : ''}`,
  'memory-growth.expect': ({ most, queued, freed }) =>
    `메모리에 올라가는 작업이 ${amount(Math.round(queued))}개에서 ${count(most)}로 줄어도 처리량은 같고, 약 ${bytes(freed)}가 비워집니다.`,

  'memory-leak.rule': '메모리 증가',
  'memory-leak.slow': ({ rss, growth }) =>
    `메모리 ${josa(bytes(rss), '을/를')} 사용 중이며 초당 ${bytes(growth)}씩 늘어납니다.`,
  'memory-leak.young': ({ growth, lived }) =>
    `메모리가 초당 ${bytes(growth)}씩 늘지만 프로세스가 시작된 지 ${Math.round(lived / 1000)}초밖에 되지 않아, 시작 과정의 증가와 누수를 구분할 수 없습니다.`,
  'memory-leak.title': growthText,
  'memory-leak.because': (figures) =>
    `관찰 시간을 셋으로 나눈 모든 구간에서 메모리가 늘었고, 마지막 구간의 증가량이 첫 구간과 거의 같습니다. 이 속도라면 ${endText(figures)}. 리스트, 크기 제한이 없는 캐시, 리스너, 타이머 중 하나가 요청이 끝난 뒤에도 데이터를 유지하고 있습니다.`,
  'memory-leak.expect': ({ left }) =>
    `수정하면 메모리가 일정한 수준에서 오르내립니다. 그때까지 ${lengthText(left / 2)}마다 재시작하면 한계를 넘지 않습니다.`,
  'memory-leak.start.title': growthText,
  'memory-leak.start.because': (figures) =>
    `부하가 시작되거나 바뀌면 누수가 없어도 메모리가 한동안 늘어납니다. ${figures.isSteady === null ? '관찰 시간이 짧아 구분할 수 없습니다' : '관찰하는 동안 증가가 느려졌습니다'}. 이 속도가 계속되면 ${endText(figures)}.`,
  'memory-leak.start.expect': '일정한 수준에서 멈추면 변경할 것이 없습니다.',

  'change.limit-jobs': ({ most, kind }) =>
    `${josa(kindName(kind), '을/를')} 동시에 최대 ${most}개만 제출하고, 나머지 호출은 기다리게 하거나 거절하세요`,
  'change.websocket-compression': 'ws의 압축을 끄거나 제한하세요',
  'change.watch-longer': '증가가 멈추는지 더 오래 관찰하세요',
  'change.heap-snapshots':
    '무엇이 데이터를 유지하는지 찾으세요. 개발자 도구에서 1분 간격의 힙 스냅샷 두 개를 비교하세요(스냅샷마다 프로세스가 1초 이상 멈춥니다)',
} satisfies Texts<typeof english>;

function lengthText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)}초`;
  return seconds < 7200 ? `${Math.round(seconds / 60)}분` : `${amount(Math.round(seconds / 3600))}시간`;
}
