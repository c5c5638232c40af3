/** The figures that findings of the doctor rest on, in Korean. */
import { amount, bytes, time } from '../../../format/words.ts';
import type { evidence as english } from '../../en/findings/evidence.ts';
import type { Texts } from '../../nested.ts';
import { hotText, placeText } from '../code-words.ts';
import { stateName } from '../pool-words.ts';
import { count as counted, share, waited } from '../words.ts';

const labels: Readonly<Record<string, string>> = {
  'pool threads': '풀 스레드',
  'threads in a job': '작업 중인 스레드',
  'jobs that wait': '기다리는 작업',
  'other jobs that wait': '기다리는 다른 작업',
  'by kind': '종류별',
  'what holds the threads': '스레드를 점유한 작업',
  'wait for a thread': '스레드 대기',
  "busy threads' time": '사용 중인 스레드의 시간',
  'found in': '발견된 위치',
  'threads that do not move': '멈춰 있는 스레드',
  'oldest job without an answer': '응답이 없는 가장 오래된 작업',
  'in a thread, by the capture (without a CPU too)': '트레이스로 본 스레드 점유 시간(CPU 대기 포함)',
  'which of them takes the time': '시간을 쓰는 작업의 종류',
  'threads at a lock': '락을 기다리는 스레드',
  'threads that make progress': '진행 중인 스레드',
  'a lookup waits': 'DNS 조회의 대기',
  'another job waits': '다른 작업의 대기',
  'lookups in flight': '진행 중인 DNS 조회',
  'lookups that wait': '대기 중인 DNS 조회',
  'asked for': '요청한 크기',
  'in force': '적용된 크기',
  'timers late': '타이머 지연',
  'stalls of 100 ms and more': '100 ms 이상 멈춤',
  'native threads': '네이티브 스레드',
  'loop utilisation': '이벤트 루프 사용률',
  'hottest function': '비용이 가장 큰 함수',
  'main thread on a CPU': '메인 스레드의 CPU 실행',
  'main thread waiting for a CPU': '메인 스레드의 CPU 대기',
  'main thread found in': '메인 스레드의 위치',
  'in the CPU profile': 'CPU 프로파일',
  'waiting for a CPU': 'CPU 대기',
  'worker threads with work': '일하는 워커 스레드',
  'on a CPU': 'CPU에서 실행',
  'requests in flight': '처리 중인 요청',
  'calls in flight': '진행 중인 호출',
  'their age': '경과 시간',
  'connections that wait': '대기 중인 연결',
  'limit of the queue': '대기열의 한도',
  'dropped on this machine': '이 장비에서 버려진 연결',
  throttled: '제한됨',
  quota: '할당량',
  CPUs: 'CPU',
  'CPUs in use': '사용 중인 CPU',
  'CPUs in use by the server': '서버가 사용하는 CPU',
  'by the load, which was sent from here': '이 장비에서 보낸 부하',
  'by others on the machine': '장비의 다른 프로그램',
  processes: '프로세스',
  'memory of each': '프로세스당 메모리',
  'garbage collection': '가비지 컬렉션',
  "V8's own threads": 'V8 자체 스레드',
  'longest pause': '가장 긴 일시 정지',
  'memory of the process (resident)': '프로세스의 메모리(RSS)',
  "in use of V8's heap": 'V8 힙 사용량',
  'memory (resident)': '메모리(RSS)',
  'memory at the end (resident)': '끝날 때의 메모리(RSS)',
  'grows by': '증가 속도',
  'kept after a full collection': '전체 컬렉션 뒤에 남는 메모리',
  'full collections': '전체 컬렉션',
  limit: '한도',
  'buffers outside the heap': '힙 밖의 버퍼',
  stopped: '정지',
};

export const evidence = {
  'evidence.label': ({ label }) => labels[label] ?? label,

  'evidence.share': ({ part }) => share(part),
  'evidence.waited': ({ ms }) => waited(ms),
  'evidence.of': ({ part, all }) => `${amount(all)}개 중 ${amount(part)}`,
  'evidence.of-time': ({ part }) => `작업이 있는 시간의 ${share(part)}`,
  'evidence.of-periods': ({ part }) => `주기의 ${share(part)}`,
  'evidence.of-readings': ({ part }) => `읽은 횟수의 ${share(part)}`,
  'evidence.average': ({ mean }) => `평균 ${amount(mean)}`,
  'evidence.average-p95': ({ mean, p95 }) => `평균 ${amount(mean)}, p95 ${amount(p95)}`,
  'evidence.average-most': ({ mean, max }) => `평균 ${amount(mean)}, 최대 ${amount(max)}`,
  'evidence.at-most': ({ running, cap }) => `최대 ${cap ?? '?'}개 중 ${amount(running)}`,
  'evidence.waits': ({ mean, p95 }) => `평균 ${waited(mean)}, p95 ${waited(p95)}`,
  'evidence.pool-wait': ({ mean, p95, isProbe }) =>
    `평균 ${waited(mean)}, p95 ${waited(p95)} (${isProbe ? '프로브로 측정' : '대기열의 길이와 처리 속도로 계산'})`,
  'evidence.holders': ({ holders }) => holders.map(({ kind, part }) => `${kind} ${share(part)}`).join(', '),
  'evidence.no-end': ({ longest }) => `아직 끝나지 않음(${time(longest)} 초과)`,
  'evidence.pool-time': ({ running, waitedForCpu, atLock, blocked }) =>
    `실행 ${share(running)} · CPU 대기 ${share(waitedForCpu)} · 락 대기 ${share(atLock)} · 블로킹 ${share(blocked)}`,
  'evidence.found-in': ({ state, part }) => `${stateName(state)}, 스레드 시간의 ${share(part)}`,
  'evidence.found-threads': ({ state, threads }) => `${stateName(state)}(스레드 ${counted(threads)})`,
  'evidence.main-found-in': ({ state, part }) => `${stateName(state)}, 시간의 ${share(part)}`,
  'evidence.stuck': ({ stuck, size, longest }) => `${size}개 중 ${stuck}개, 최대 ${time(longest)}`,
  'evidence.job-times': ({ kinds }) => kinds.map(({ kind, ms }) => `${kind} 작업당 ${waited(ms)}`).join(', '),
  'evidence.alike': ({ counts }) =>
    `대기열에 종류별로 비슷하게 있어(${counts}) 작업을 구분할 수 없음. --capture 3s를 추가하세요(실행 중인 프로세스에는 --attach도 필요)`,

  'evidence.late': ({ p99, max }) => `p99 ${amount(p99)} ms, 최대 ${max}`,
  'evidence.stalls': ({ stalls }) => `0.25초 구간 ${counted(stalls)}`,
  'evidence.loop': ({ part, isProbe }) => `${share(part)}${isProbe ? '(Node의 집계)' : ''}`,
  'evidence.hot': ({ hot }) => `${hotText(hot)}, ${share(hot.total)}`,
  'evidence.hot-of-profile': ({ hot }) => `${hotText(hot)}, 프로파일의 ${share(hot.total)}`,
  'evidence.call': ({ name, part, caller }) =>
    `${name}, ${share(part)}${caller ? `, 호출한 함수: ${placeText(caller)}` : ''}`,

  'evidence.workers-on-cpu': ({ ran, waits }) => `모두 합해 CPU ${amount(ran)}개, CPU 대기 ${amount(waits)}`,
  'evidence.cpus': ({ used, cpus }) => `${amount(cpus)}개 중 ${amount(used)} 사용`,
  'evidence.cpus-and-others': ({ used, cpus, others }) =>
    `${amount(cpus)}개 중 ${amount(used)} 사용, 다른 프로그램 ${amount(others)}`,
  'evidence.cpus-of-process': ({ used, cpus, others, all }) =>
    `${amount(cpus)}개 중 이 프로세스가 ${amount(used)} 사용${others === null ? '' : `, 장비의 ${amount(all)}개 중 다른 프로그램이 ${amount(others)} 사용`}`,
  'evidence.cpus-of-server': ({ used, cpus, others, all, left, isLoaded }) =>
    `${amount(cpus)}개 중 서버가 ${amount(used)} 사용, ${amount(all)}개 중 ${isLoaded ? '다른 프로그램과 부하가' : '다른 프로그램이'} ${amount(others)} 사용, 남은 CPU ${amount(left)}`,
  'evidence.native': ({ threads }) =>
    threads
      .map(({ name, threads: count, ran }) => `${name ?? '이름 없음'} × ${count}: CPU ${amount(ran)}개`)
      .join(', '),
  'evidence.cpus-in-seconds': ({ cpus }) => `관찰 시간의 절반 이상에서 CPU ${amount(cpus)}개 이상`,
  'evidence.quota': ({ cpus }) => `CPU ${amount(cpus)}개`,
  'evidence.gc': ({ part, count }) => `시간의 ${share(part)}, ${counted(count, '회')}`,
  'evidence.growth': ({ rate }) => `초당 ${bytes(rate)}`,
  'evidence.calls': ({ pending, connections, age }) => {
    const ages = age
      ? `, 경과 시간 p50 ${waited(age.p50)}, p95 ${waited(age.p95)}, 최대 ${waited(age.max)}`
      : '';
    return `연결 ${connections}개 중 ${amount(pending)}개가 응답을 기다림${ages}`;
  },
} satisfies Texts<typeof english>;
