/** Why a claim of the lab got its word, in Korean. */
import { exactTime, short } from '../../format/words.ts';
import type { claims as english } from '../en/claims.ts';
import type { Texts } from '../nested.ts';
import { count, josa, percent, withInterval } from './words.ts';

type Figure = Parameters<(typeof english)['claim.figures']>[0]['figures'][number];
type NamedApi = Parameters<(typeof english)['claim.trials-differ-about']>[0]['names'][number];

function figureText({ text, unit, value, low, high }: Figure): string {
  if (unit === 'share') return `${text} = ${percent(value)} (${percent(low)}~${percent(high)})`;
  const interval = withInterval({ value, low, high });
  return `${text} = ${unit === '×' ? interval : interval.replace(' ', ` ${unit} `)}`;
}

/** Names, at most so many of them: the rest are in the tables. */
const shown = 6;
function listed(names: readonly string[]): string {
  const first = names.slice(0, shown).join(', ');
  return names.length > shown ? `${first} 외 ${names.length - shown}개` : first;
}

const apis = (found: readonly NamedApi[]) =>
  listed(found.map(({ name, nodes }) => (nodes.length > 0 ? `${name} (Node ${nodes.join(', ')})` : name)));

const several = (values: readonly (string | number)[]) => values.join(', ');

export const claims = {
  'claim.figures': ({ figures }) => `측정값: ${figures.map(figureText).join('; ')}.`,
  'claim.sentences': ({ sentences }) => sentences.join(' '),
  'claim.counts-agree': ({ counts }) =>
    `모든 시행에서 같음: ${counts.map(({ text, count: n }) => `${text} = ${n}`).join('; ')}.`,
  'claim.count-differs': ({ text, values, nodes, expected }) =>
    `집계: ${text} = ${several(values)}${nodes.length > 0 ? ` (Node ${several(nodes)})` : ''}. 예상한 값은 ${expected}입니다.`,

  'claim.noise': ({ blocks, seconds }) =>
    `노이즈 때문에 판단할 수 없습니다. 약 ${count(blocks, '블록')}(${seconds < 100 ? `${seconds}초` : `${Math.ceil(seconds / 60)}분`})을 더 측정하면 판단할 수 있습니다.`,
  'claim.on-the-line': '값이 경계에 너무 가까워 판단할 수 없습니다. 블록을 늘려도 판단하기 어렵습니다.',

  'claim.too-few-blocks': '신뢰 구간을 구하려면 두 설정을 모두 측정한 블록이 두 개 이상 필요합니다.',
  'claim.settings-left-out':
    '이 주장에 필요한 설정이 모두 측정되지 않았습니다. --vary로 범위를 줄였거나 게시된 그대로 측정했습니다.',
  'claim.not-installed': ({ program, install }) =>
    `${josa(program, '을/를')} 찾을 수 없습니다. 설치한 뒤 다시 실행하세요: ${install}`,
  'claim.no-trial': '이를 측정한 유효한 시행이 없습니다.',
  'claim.no-such-kind': '이 종류의 작업을 측정하지 않았습니다.',
  'claim.kinds-left-out': ({ reasons }) => `미실행: ${reasons.join('; ')}.`,
  'claim.needs-kinds': '작업 종류 두 개와 크기 두 개가 필요합니다.',
  'claim.needs-sizes': 'CPU 수보다 작은 크기와 큰 크기가 필요합니다.',
  'claim.no-size-above-cpus': 'CPU 수보다 큰 크기를 측정하지 않았습니다.',
  'claim.needs-idle-and-busy':
    '두 블록 이상에서 이벤트 루프 사용률이 50% 미만인 부하와 90%를 넘는 부하가 필요합니다.',
  'claim.no-published-pool': '게시된 풀을 측정하지 않았습니다.',
  'claim.one-worker': 'CPU가 하나면 워커도 하나이므로 얻거나 나눌 것이 없습니다.',
  'claim.threads-without-names': '이 Node 버전의 풀 스레드에는 이름이 없어 셀 수 없습니다.',
  'claim.no-memory': '프로세스의 메모리를 읽을 수 없거나 측정한 프로세스가 여섯 개 미만입니다.',
  'claim.no-ps': 'ps 프로그램이 없거나 스레드 목록을 출력하지 않습니다.',
  'claim.no-name-server': ({ why }) => `DNS 조회를 측정하지 않았습니다: ${why}.`,
  'claim.no-pool-of-one': '스레드가 하나인 풀의 유효한 시행이 없습니다.',
  'claim.needs-node': ({ version }) => `Node ${version} 이상이 필요합니다. --node 26을 붙여 실행하세요.`,
  'claim.needs-own-node': ({ version }) =>
    `이 검정은 Node ${version} 이상의 히스토그램에 있습니다. chokepoint를 그 버전의 Node로 실행하세요.`,
  'claim.one-version':
    'Node 버전 하나만 실행했습니다. 여러 버전을 비교하려면 --node 20,22,24,26을 사용하세요.',

  'claim.gain-limit': ({ clients, workers, limit, published }) =>
    `가능한 최댓값은 min(요청 ${clients}, 워커 ${workers}, CPU ${workers}) = ${limit}이며, 문서의 주장은 ${short(published)}입니다.`,
  'claim.limits': ({ limits }) =>
    `한계는 min(요청, 워커, CPU)입니다: ${limits.map(({ clients, limit }) => `요청 ${clients}개일 때 ${limit}`).join(', ')}.`,
  'claim.clock-on-the-wall': '1 ms당 1 ms씩 늘면 벽시계 시간이고, 0이면 요청이 동등하다는 뜻입니다.',
  'claim.empty-loop-runs': ({ node }) =>
    `문서에는 2015년에 11 s로 나옵니다. Node ${node}에서는 모든 반복이 실행되며, 2³¹부터 카운터가 double이 됩니다.`,
  'claim.empty-loop-left-out': '컴파일러가 반복을 제거합니다.',
  'claim.busiest-worker': ({ clients, workers, share }) =>
    `keep-alive 연결 ${clients}개일 때 워커 ${workers}개 중 가장 바쁜 워커가 요청의 ${percent(share)}를 받았습니다.`,
  'claim.furthest-from-equal': ({ comparisons }) =>
    `라운드 로빈과의 비교 ${comparisons}개 중 1에서 가장 먼 값입니다.`,
  'claim.ab-sends-one-first': ({ ratio, ab, chokepoint }) =>
    `문서처럼 -n 10을 쓰면 클러스터의 비율은 ${short(ratio)}입니다. ab가 첫 요청을 혼자 보내기 때문입니다. 처리 중인 요청은 평균 ab ${short(ab)}개, chokepoint ${short(chokepoint)}개였습니다.`,

  'claim.threads-limit': ({ threads, cpus }) =>
    `가능한 최댓값은 min(스레드 ${threads}, CPU ${cpus}) = ${Math.min(threads, cpus)}입니다.`,
  'claim.published-pool-mixes-up': ({ answered, wrong }) =>
    `게시된 풀이 이 둘에 보낸 응답 ${answered}개 중 ${wrong}개가 다른 요청의 응답이었습니다.`,
  'claim.open-load-medians': ({ single, pool }) =>
    `초당 요청 300개에서 응답 시간 중앙값은 단일 스레드 ${exactTime(single)}, 풀 ${exactTime(pool)}입니다.`,
  'claim.one-task-a-worker': ({ workers }) =>
    `piscina의 기본값은 워커당 동시에 태스크 하나입니다. 스레드 ${workers}개는 대기 ${workers}개를 동시에 처리하지만, 이벤트 루프에는 제한이 없습니다.`,
  'claim.answers-of-others': ({ answered, wrong, fastest, mean, shortestDelay, honest, warnings }) =>
    [
      `게시된 풀의 응답 ${answered}개 중 ${wrong}개에 다른 요청의 결과가 들어 있습니다.`,
      `가장 짧은 지연이 ${shortestDelay} ms인데도 응답 시간은 평균 ${exactTime(mean)}, 최소 ${exactTime(fastest)}입니다.`,
      ...(honest === null ? [] : [`태스크마다 id를 주면 평균은 ${exactTime(honest)}입니다.`]),
      ...(warnings.length > 0 ? [`Node의 경고: ${warnings.join(', ')}.`] : []),
    ].join(' '),
  'claim.batches-wait': '배치마다 가장 느린 요청이 끝나야 다음 배치가 시작됩니다.',
  'claim.loops-busy': ({ loops }) =>
    `단일 이벤트 루프의 사용률: ${loops.map(({ clients, share }) => `클라이언트 ${clients}개에서 ${percent(share)}`).join(', ')}. 대기는 스레드 하나에서도 겹칩니다.`,
  'claim.loop-saturated-by-http': ({ clients, ratio }) =>
    `HTTP 처리만으로도 이벤트 루프가 포화될 수 있습니다(클라이언트 ${clients}개, 대기 외의 JavaScript 없음). 이때 풀의 처리량은 ${short(ratio)}배입니다.`,

  'claim.every-size-loses': '어떤 크기에서도, 다른 크기에서 25% 넘게 나아지는 작업 종류가 있습니다.',
  'claim.size-fits-all': ({ size }) =>
    `스레드 ${size}개에서는 다른 크기에서 25% 넘게 나아지는 작업 종류가 없습니다.`,
  'claim.other-sizes-unknown': '다른 크기에 대해 알려진 것이 너무 적습니다.',
  'claim.slower-by-a-tenth': '"느리다"는 신뢰 구간 전체가 10% 넘게 느린 것을 뜻합니다.',
  'claim.mean-times': ({ of, to }) => `평균 응답 시간은 ${exactTime(to)}가 아니라 ${exactTime(of)}입니다.`,

  'claim.need-thread': ({ count: n, of, what, needs, versions, exceptions }) =>
    `${what}: ${of}개 중 ${n}개${versions > 1 ? `(Node 버전 ${versions}개)` : ''}에 풀 스레드가 ${needs ? '필요합니다' : '필요하지 않습니다'}` +
    `${exceptions.length > 0 ? `. 예외: ${apis(exceptions)}` : ''}.`,
  'claim.trials-differ-about': ({ names }) => `시행마다 결과가 다릅니다: ${apis(names)}.`,
  'claim.jobs-in-turn': ({ apis: found }) =>
    `차례로 실행되는 작업 수: ${found.map(({ name, counts }) => `${name} ${counts.map(({ count: n, nodes }) => `${n}개(Node ${several(nodes)})`).join(', ')}`).join('; ')}.`,
  'claim.list-complete': ({ of, missing, missingCount, unknown }) =>
    missing.length > 0
      ? `풀 스레드가 필요한 API ${of}개 중 ${missingCount}개가 목록에 없습니다: ${apis(missing)}.`
      : `풀 스레드가 필요한 API ${of}개가 모두 목록에 있습니다${unknown.length > 0 ? `. 알 수 없는 것 ${unknown.length}개: ${listed(unknown)}` : ''}.`,
  'claim.lookups-overtaken': ({ count: n, of, exceptions }) =>
    `스레드가 하나인 풀에서 두 DNS 조회 뒤에 제출한 작업이 두 번째 조회보다 먼저 끝났습니다. 조회 ${of}개 중 ${n}개가 추월당했습니다` +
    `${exceptions.length > 0 ? `. 예외: ${listed(exceptions)}` : '. 다른 API에서는 일어나지 않았습니다'}.`,
  'claim.versions-agree': ({ of, versions, differing }) =>
    differing.length === 0
      ? `API ${of}개가 Node ${several(versions)}에서 같게 동작합니다.`
      : `API ${of}개 중 ${differing.length}개는 버전에 따라 풀 스레드가 필요하기도 하고 아니기도 합니다(Node ${several(versions)}): ${listed(differing)}.`,

  'claim.address-space': ({ mebibytes }) =>
    `주소 공간이 ${short(mebibytes)} MiB 늘었습니다. 스레드마다 스택이 하나씩 있습니다.`,
  'claim.ps-lists-more': ({ least, most, sizes }) =>
    `풀 크기 ${several(sizes)}에서 ps의 스레드가 풀보다 ${least === most ? least : `${least}~${most}`}개 많습니다. 메인 스레드와 V8의 스레드가 포함됩니다.`,
  'claim.jobs-in-flight': ({ asked, counts }) =>
    `스레드 ${asked}개를 요청했습니다. 처리 중인 작업: ${counts.map(({ node, jobs }) => `Node ${node}에서 ${several(jobs)}`).join(', ')}.`,
  'claim.trials-differ': '시행마다 결과가 다릅니다.',
  'claim.depends-on-version': '버전에 따라 다릅니다.',
  'claim.default-stayed': '기본값이 그대로 적용되었습니다.',

  'claim.size-order': ({ base, isGoodAsAny, better, worse }) =>
    `CPU 수와 같은 스레드 ${base}개와 비교하면 ` +
    (better.length > 0
      ? `풀 크기 ${several(better)}의 평균이 20% 넘게 낮습니다.`
      : `평균이 20% 넘게 낮은 크기가 ${isGoodAsAny ? '없습니다' : '확인되지 않았습니다'}.`) +
    ` 평균이 더 높은 것으로 확인된 크기: ${worse.length > 0 ? several(worse) : '없음'}.`,
  'claim.too-large-costs': ({ answer }) =>
    ({
      less: '너무 큰 풀의 비용이 더 적습니다.',
      'the same': '비용이 거의 같습니다. 비율이 1.25배 이내입니다.',
      more: '너무 큰 풀의 비용이 더 큽니다.',
      'not less': '너무 큰 풀의 비용이 더 적지는 않습니다.',
    })[answer],
  'claim.behaves-like-cpu-work': 'CPU 작업의 특성입니다. pbkdf2는 장치를 기다리지 않습니다.',
  'claim.same-jobs':
    '작업이 실행되기 전에 모든 요청에 응답하므로 두 경우 모두 같은 작업 150개를 함께 시작합니다.',
  'claim.busier-instance':
    '라운드 로빈은 작업이 아니라 연결을 분배합니다. 버스트는 더 바쁜 인스턴스가 끝날 때까지 계속됩니다. 연결 15개를 가장 고르게 나누면 1.07입니다.',
  'claim.times-of-jobs': '초 단위 값은 맞지만, 요청이 아니라 서버 로그에 남은 작업의 시간입니다.',
  'claim.pool-is-exact': ({ exact, processes }) =>
    `프로세스 ${processes}개 중 ${exact}개에서 커널이 보여 주는 풀 스레드 수가 UV_THREADPOOL_SIZE와 정확히 같습니다.`,
  'claim.threads-of-kernel': ({ threads }) =>
    `커널이 보여 주는 그 프로세스의 풀 스레드는 ${threads.join(' 또는 ')}개입니다.`,

  'claim.false-alarms-by-requests': ({ count: n, of, requests }) =>
    `동일한 서버 ${of}쌍 중 ${n}쌍을 다르다고 판정했습니다. 쌍마다 서버당 요청 약 ${requests}개로 판정했습니다.`,
  'claim.false-alarms-by-trials': ({ count: n, of, trials }) =>
    `동일한 서버 ${of}쌍 중 ${n}쌍을 다르다고 판정했습니다. 쌍마다 서버당 시행 ${trials}회로 판정했습니다.`,
} satisfies Texts<typeof english>;
