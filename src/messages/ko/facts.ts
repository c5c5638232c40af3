/** What was measured, on what machine, under which conditions, in Korean. */
import type { facts as english } from '../en/facts.ts';
import type { Texts } from '../nested.ts';
import { count, percent } from './words.ts';

export const facts = {
  'fact.logical-cpus': ({ cpus }) => `논리 CPU ${count(cpus)}`,
  'fact.cores': ({ cores }) => `코어 ${count(cores)}`,
  'fact.allowed': ({ cpus }) => `사용 가능 ${count(cpus)}`,
  'fact.cgroup-cpus': ({ cpus }) => `cgroup 할당량 ${cpus}`,
  'fact.effective': ({ cpus, effective }) => `${cpus}; 실제로 쓸 수 있는 CPU ${effective}개`,
  'fact.memory': '메모리',
  'fact.cgroup-memory': ({ memory, limit }) => `${memory}, cgroup 한도 ${limit}`,
  'fact.software': '소프트웨어',
  'fact.system': '시스템',
  'fact.kernel': ({ platform, kernel }) => `${platform}, 커널 ${kernel}`,
  'fact.load-average': '평균 부하',
  'fact.before': ({ load }) => `실행 전 ${load}`,
  'fact.hypervisor': '하이퍼바이저가 가져간 CPU',
  'fact.at-worst': ({ share }) => `시행당 최대 ${percent(share)}`,
  'fact.quota': 'CPU 할당량',
  'fact.throttled': ({ periods }) => `시행당 최대 ${count(periods, '주기')} 동안 제한됨`,

  'fact.subject': '대상',
  'fact.workload': ({ name }) => `워크로드 ${name}`,
  'fact.program': ({ name }) => `프로그램 ${name}(Node 자체를 측정)`,
  'fact.varied': ({ key }) => `변경한 설정: ${key}`,
  'fact.load': '부하',
  'fact.window': '측정 구간',
  'fact.windows': ({ windows }) => windows.join(' 또는 '),
  'fact.all-answered': '모든 요청에 응답할 때까지',
  'fact.warm-up': ({ window, warmup }) => `${window}, 워밍업 ${warmup}`,
  'fact.no-warm-up': ({ window }) => `${window}, 워밍업 없음`,
  'fact.blocks': '블록',
  'fact.order': ({ blocks, seed, isAsked }) =>
    `${blocks}, 무작위 순서(시드 ${seed}); 시행마다 새 ${isAsked ? '서버' : '프로세스'}`,
  'fact.blocks-search': '탐색에 필요한 만큼',
  'fact.blocks-lab': ({ blocks, time }) =>
    `${blocks}개, 주장을 판정하기에 정밀도가 부족한 설정은 추가로 측정${time === null ? '' : `(최대 ${time})`}`,
  'fact.blocks-until': ({ blocks, precision, time }) =>
    `최대 ${blocks}개, ${precision === null ? '충분히 알 때까지' : `각 비율의 오차가 ±${percent(precision)} 이내가 될 때까지`}${time === null ? '' : `(최대 ${time})`}`,
  'fact.ended': '종료',
  'fact.withheld': ({ end, check }) => `${end}; 유효성 검사 ${check} 실패로 판정 보류`,
  'fact.isolation': 'CPU 격리',
  'fact.shared': '없음(부하 생성기와 서버가 CPU를 함께 사용)',
  'fact.apart': ({ server, generator }) => `서버 ${server}; 부하 생성기 ${generator}`,
  'fact.searched': '탐색 목표',
  'fact.search': ({ metric, within, confidence, mode, time }) =>
    `가장 좋은 ${metric}, 오차 ${percent(within)} 이내, 신뢰 수준 ${percent(confidence)} (${mode})${time === null ? '' : `; 최대 ${time}`}`,
  'fact.constraints': '제약 조건',
  'fact.now': '현재 설정',
  'fact.iterations': '작업당 반복 횟수',
  'fact.servers-node': '서버의 Node',
  'fact.address': '찾은 주소',
  'fact.other-ports': ({ address }) => `${address}, 포트는 시행마다 다름`,

  'fact.noise': '시행당 노이즈(CV)',
  'fact.spread': ({ value, low, high }) => `${value} (${low}~${high})`,
  'fact.noise-of': ({ spread, metric, before, trials }) =>
    `${metric} 기준 ${spread}, 설정과 블록의 영향${before === null ? '' : `, 장비 속도의 영향(제외 전 ${before})`} 제외; 시행 ${count(trials, '회')}`,
  'fact.resolution': '구분할 수 있는 최소 차이',
  'fact.sees': ({ share }) => `${share}보다 큰 차이를 구분할 수 있습니다`,
  'fact.steal': 'CPU 스틸',
  'fact.stolen': ({ mean, max }) => `평균 ${mean}, 최대 ${max}`,
  'fact.control': 'A/A′ 대조',
  'fact.control-ratio': ({ value, low, high, confidence, isSound }) =>
    `기준 ÷ 기준의 사본 ${value} (${low}~${high}, ${Math.round(confidence * 100)}%): ${isSound ? '유의한 차이 없음' : '같은 설정인데 결과가 다름: 모든 비교가 무효'}`,
  'fact.machine-speed': '장비 속도',
  'fact.cpu-speed': 'CPU 속도',
} satisfies Texts<typeof english>;
