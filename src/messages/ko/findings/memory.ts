/** What the rules about memory say, in Korean. */
import { amount, bytes, share } from '../../../format/words.ts';
import type { memoryFindings as english } from '../../en/findings/memory.ts';
import type { Texts } from '../../nested.ts';
import { kindName } from '../pool-words.ts';
import { aboutOf, count, josa } from '../words.ts';

type Growing = Parameters<(typeof english)['memory-leak.title']>[0];

const keptText = ({ kept, limit }: { kept: number; limit: number }) => `${bytes(limit)} 중 ${bytes(kept)}`;

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

  'heap-limit.rule': 'V8 힙이 한계에 가까움',
  'heap-limit.room': (heap) => `전체 가비지 컬렉션 뒤에 힙 ${josa(keptText(heap), '을/를')} 사용 중입니다.`,
  'heap-limit.title': (heap) =>
    `V8 힙이 한계에 가깝습니다. 전체 가비지 컬렉션 뒤에도 ${josa(keptText(heap), '이/가')} 남으며, 전체 컬렉션이 ${share(heap.part)}의 시간을 사용합니다`,
  'heap-limit.because': ({ kept, limit }) =>
    `전체 컬렉션 뒤에 비는 공간이 ${bytes(limit - kept)}뿐이라 곧 다음 컬렉션이 실행됩니다. 그때마다 메인 스레드가 멈추고 모든 요청이 기다립니다. 힙을 채운 것은 오래된 객체이므로 신세대 공간을 늘려도 도움이 되지 않습니다. 유지하는 데이터가 더 늘면 V8이 프로세스를 종료합니다(힙 메모리 부족 오류).`,
  'heap-limit.expect': ({ part, size }) =>
    `${size === null ? '여기에는 한계를 높일 메모리가 없습니다. 유지하는 데이터를 줄이면' : `${size} MiB에서는`} 전체 컬렉션이 드물어져, 최대 ${share(part)}의 시간을 요청 처리에 쓸 수 있습니다.`,
  'heap-limit.filling.title': (heap) =>
    `이 속도라면 약 ${lengthText(heap.left)} 뒤에 서버의 메모리가 바닥납니다. V8 힙이 ${josa(keptText(heap), '을/를')} 유지하며, 초당 ${bytes(heap.growth)}씩 늘어납니다`,
  'heap-limit.filling.because': ({ part }) =>
    `전체 가비지 컬렉션 뒤에 남는 데이터가 관찰 내내 늘었습니다. 한계에 도달하면 V8이 프로세스를 종료합니다(힙 메모리 부족 오류). 그때까지 전체 컬렉션이 점점 더 많은 시간을 사용합니다(현재 ${share(part)}). 리스트, 크기 제한이 없는 캐시, 리스너, 타이머 중 하나가 요청이 끝난 뒤에도 데이터를 유지하고 있습니다.`,
  'heap-limit.filling.expect': ({ size }) =>
    `수정하면 메모리가 일정한 수준에서 오르내립니다. ${size === null ? '재시작은' : `한계를 ${size} MiB로 높이거나 재시작하면`} 시간을 벌 뿐입니다.`,

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
