/** What a gate decided, what it rests on, and what differs between two runs, in Korean. */
import { ratioTexts } from '../../format/number.ts';
import type { gate as english } from '../en/gate.ts';
import type { Texts } from '../nested.ts';
import { count, josa, percent, term } from './words.ts';

type Limits = Parameters<(typeof english)['gate.fail']>[0];
type Figures = NonNullable<Parameters<(typeof english)['gate.sentence']>[0]['figures']>;

const interval = ({ low, high }: Limits) => `손실의 신뢰 구간(${percent(low)}~${percent(high)})`;
const allowed = ({ threshold }: Limits) => `허용 손실 ${percent(threshold)}`;

function figuresText({ ratio, loss, label, better, threshold, blocks }: Figures): string {
  const [lost, won, none] =
    better === 'higher' ? ['손실', '이득', '손실 없음'] : ['증가', '감소', '증가 없음'];
  const change = (share: number) => `${percent(Math.abs(share))} ${share < 0 ? won : lost}`;
  const range =
    loss.low > threshold
      ? `최소 ${change(loss.low)}`
      : loss.high >= threshold
        ? `${change(loss.low)}에서 ${change(loss.high)} 사이`
        : loss.high <= 0
          ? none
          : `최대 ${change(loss.high)}`;
  const { value, low, high } = ratioTexts(ratio);
  return `변경본의 ${josa(term(label), '은/는')} 기준의 ${value}배(${low}~${high})입니다: ${range}, 허용 ${percent(threshold)}, ${count(blocks, '블록')}.`;
}

const verdicts: Readonly<Record<string, string>> = {
  pass: '통과',
  fail: '실패',
  undecided: '판단 불가',
};

export const gate = {
  'gate.sentence': ({ verdict, figures, because }) =>
    [`게이트: ${verdicts[verdict] ?? verdict}.`, ...(figures ? [figuresText(figures)] : []), because ?? '']
      .join(' ')
      .trimEnd(),
  'gate.no-interval': ({ label }) =>
    `${term(label)}의 신뢰 구간이 없습니다. 유효한 시행이나 그 안의 요청이 너무 적습니다.`,
  'gate.unjudged': '판정하지 않았습니다.',
  'gate.fail': (limits) => `${josa(interval(limits), '이/가')} 모두 ${allowed(limits)}보다 위에 있습니다.`,
  'gate.pass': (limits) => `${josa(interval(limits), '이/가')} 모두 ${allowed(limits)}보다 아래에 있습니다.`,
  'gate.undecided': (limits) =>
    `결정할 수 없습니다. ${interval(limits)} 안에 ${josa(allowed(limits), '이/가')} 있습니다(${limits.ended ?? '실행이 끝나지 않음'}).`,
  'gate.withheld': ({ withheld }) => `판정을 보류합니다. ${withheld}`,
  'gate.revision': ({ name, commit }) => `${name} (${commit})`,
  'gate.working-tree': ({ isUnchanged }) => (isUnchanged ? '작업 트리(변경 없음)' : '작업 트리'),
  'gate.run': ({ run, cell }) => `실행 ${run}${cell === null ? '' : ` (${cell})`}`,
  'gate.same-files': '기준과 변경본의 파일이 같습니다. 이 게이트가 찾는 차이는 모두 측정 노이즈입니다.',
  'gate.settings': ({ names }) =>
    `변경본의 설정이 다릅니다(chokepoint.json의 ${names.join(', ')}). 기준의 설정으로 측정했습니다.`,
  'gate.run-removed': ({ run }) => `실행 ${josa(run, '은/는')} 더 이상 저장소에 없습니다.`,
  'gate.earlier': ({ run, withheld }) => `실행 ${run}: ${withheld}`,
  'gate.other-machine': ({ key, a, b }) => `그 실행은 다른 장비에서 측정되었습니다(${key}: ${a}, 현재 ${b}).`,
  'gate.not-together': ({ from, to }) =>
    `둘을 함께 측정하지 않았으므로 이 비율에는 ${from}부터 ${to}까지 장비에서 바뀐 것이 포함됩니다. --against REVISION을 쓰면 둘을 한 작업에서 측정합니다.`,
  'gate.not-the-same': ({ difference }) => `두 실행의 차이: ${difference}.`,
  'gate.decision': ({ base, head }) => `기준: ${base}. 변경본: ${head}.`,

  'runs.differ': ({ key, a, b }) => `${key}: ${a} 대 ${b}`,
  'runs.subject': '측정한 서버 또는 그 작업',
  'runs.unlike': ({ settings }) =>
    `설정 ${count(settings)}의 부하, 요청 또는 측정 구간(따라서 비교하지 않음)`,
  'runs.missing': ({ settings }) => `첫 번째 실행에만 있는 설정 ${count(settings)}`,
} satisfies Texts<typeof english>;
