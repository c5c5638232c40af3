/** The sections of a search in a report, in Korean. */
import { tenthPercent, wholePercent } from '../../format/words.ts';
import type { Same, tuneSections as english } from '../en/tune-sections.ts';
import type { Texts } from '../nested.ts';
import { count as counted, josa, listed, term } from './words.ts';

const which = (script: string | null) =>
  script === null ? '이 명령이 시작하는 스크립트' : `스크립트 "${script}"`;

/** More names hide the sentence that they stand in. */
const mostAside = 3;

function aside(others: Same['others']): string {
  if (others.length === 0) return '';
  if (others.length > mostAside) return `. 나머지 ${josa(counted(others.length), '은/는')} 더 나쁩니다`;
  const told = others.map(({ name, ratio }) => `${josa(name, '은/는')} ${Number(ratio.toPrecision(2))}배`);
  return `. ${told.join(', ')}입니다`;
}

export const tuneSections = {
  'tune.same': ({ key, range, names, label, within, others }) => {
    const those = range ? `${range.low}~${range.high}` : listed(names);
    const what = key === null ? those : `${key === 'pool' ? '풀 크기' : key} ${those}`;
    return `${what}의 ${term(label)} 차이는 ${wholePercent(within)} 이내입니다${aside(others)}`;
  },
  'tune.same-certainty': ({ confidence, trials }) =>
    `전체 시행 ${counted(trials, '회')}의 편차로 본 ${tenthPercent(confidence)} 신뢰 수준의 결과입니다.`,
  'tune.pool-unused': '풀에 들어가는 작업이 없어 풀 크기는 영향을 주지 않습니다',
  'tune.pool-unused-seen': ({ requests }) =>
    `요청 ${josa(counted(requests), '이/가')} 처리되는 동안 풀 스레드가 할 일이 없었습니다.`,
  'apply.pool':
    'UV_THREADPOOL_SIZE는 풀을 처음 사용할 때 한 번만 읽습니다. 코드가 아니라 프로세스를 시작하기 전에 설정하세요.',
  'apply.pools': ({ processes, threads }) =>
    `프로세스마다 풀이 따로 있습니다. 프로세스 ${counted(processes)} × 스레드 ${counted(threads)}이므로 장비 전체의 풀 스레드는 ${processes * threads}개입니다.`,
  'apply.own-pool': '프로세스마다 풀이 따로 있으므로, 프로세스를 늘리면 풀 스레드도 그만큼 늘어납니다.',
  'apply.cluster': ({ file }) =>
    `장비 하나에서 포트 하나를 공유하는 여러 프로세스로 측정했습니다. PM2의 클러스터 모드가 이와 같고, ${josa(file, '을/를')} 쓰면 PM2 없이도 같습니다. 다른 방법들은 서버의 폴더에서 이 파일을 시작합니다. Kubernetes의 레플리카는 여러 장비에 나뉩니다.`,
  'apply.no-cluster': '"node script" 형태가 아닌 명령은 포트 하나를 공유하도록 여러 번 시작할 수 없습니다.',
  'apply.cpus': ({ cpus }) =>
    `장비의 CPU 중 ${counted(cpus)}만 사용해 측정했습니다. 더 많은 CPU는 다른 설정입니다.`,
  'apply.windows':
    'package.json의 내용은 POSIX 셸용입니다. Windows에서는 서비스를 정의하는 곳에서 변수를 설정하세요.',
  'apply.no-pm2-cpus': 'PM2는 제외했습니다. 프로세스를 특정 CPU에 고정할 수 없습니다.',
  'apply.no-pm2-file': 'PM2는 제외했습니다. PM2는 파일을 시작하는데 이 명령에는 파일이 없습니다.',
  'apply.no-package':
    'package.json은 제외했습니다. 이 명령은 package.json의 스크립트를 실행하며, 권장한 설정은 밖에서 전달됩니다.',
  'apply.package-front': ({ variables, script }) =>
    `package.json에서 ${josa(which(script), '이/가')} 실행하는 명령 앞에 ${josa(variables, '을/를')} 두세요.`,
  'apply.package-own': ({ variables, script }) =>
    `package.json의 ${josa(which(script), '이/가')} 변수를 직접 설정합니다. 거기에서 ${josa(variables, '으로/로')} 변경하세요.`,
  'apply.names': ({ names }) => `${listed(names)}: 실제 이름으로 바꾸세요.`,

  'tune-section.recommendation': '권장 설정',
  'tune-section.tried': '시도한 설정',
  'tune-section.apply': '적용 방법',
  'tune-section.shell': '셸',
  'tune-section.standing': '결과',
  'tune-section.table': ({ metric, unit }) => `${metric} (${unit})`,
  'tune-section.note': ({ isGuess, isFresh }) => {
    const ratios = `. 비율은 ${isGuess ? '가장 유력한 설정' : '권장 설정'} 대비이며 두 설정이 함께 있는 블록${isFresh ? '과 최종 비교를 위해 추가한 블록' : ''}에서 구했습니다`;
    return `평균은 설정별 모든 시행의 기하 평균입니다${isGuess === null ? '' : ratios}. 첫 블록에서 크게 뒤처진 설정은 다시 측정하지 않았습니다.`;
  },
  'tune-section.failed-trials': ({ trials, failed }) => `${trials} (실패 ${failed})`,
  'tune-section.about': ({ value }) => `약 ${value}`,

  'tune-standing.best': '권장',
  'tune-standing.guess': '가장 유력',
  'tune-standing.equivalent': '동등',
  'tune-standing.better': '더 나음',
  'tune-standing.undecided': '유의한 차이 없음',
  'tune-standing.worse': '더 나쁨',
  'tune-standing.not-final': '더 비교하지 않음',
  'tune-standing.breaks': '제약 조건 위반',
  'tune-standing.failed': '실패',
  'tune-standing.screened': '크게 뒤처짐',
  'tune-standing.dropped': '일찍 제외',
  'tune-standing.few-requests': '요청이 너무 적음',
} satisfies Texts<typeof english>;
