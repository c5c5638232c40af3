/** What the experiment on other platforms says, in Korean. */
import { short } from '../../format/words.ts';
import type { platforms as english } from '../en/platforms.ts';
import type { Texts } from '../nested.ts';

/** 이름 바로 뒤에 옵니다: `의 1.92배`, `와 같은 수준`. */
const times = (ratio: number): string =>
  Math.abs(ratio - 1) < 0.01 ? '와 같은 수준' : `의 ${short(ratio)}배`;

export const platforms = {
  'platforms.answer': ({ clients, ms, rates, threads }) =>
    `클라이언트 ${clients}개, 요청마다 ${ms} ms 대기만 합니다. 초당 처리량: ${rates
      .map(({ name, perSecond }) => `${name} ${short(perSecond)}`)
      .join(
        ', ',
      )}.${threads === null ? '' : ` Spring MVC의 기본 스레드는 ${threads}개이므로 초당 약 ${short((threads * 1000) / ms)}개가 한계입니다.`} 계산을 하는 요청에 대해서는 아무것도 말해 주지 않습니다.`,
  'platforms.computing': ({ one, many }) =>
    `요청이 계산을 할 때 Spring MVC의 처리량은 Node 프로세스 하나${times(one)}${many === null ? '' : `, CPU마다 프로세스를 하나씩 둔 Node${times(many)}`}입니다.`,
  'platforms.same-cost': ({ ms, one, many }) =>
    `요청이 대기한 뒤 어느 서버에서나 CPU를 약 ${ms} ms 쓸 때 Spring MVC의 처리량은 Node 프로세스 하나${times(one)}${many === null ? '' : `, CPU마다 프로세스를 하나씩 둔 Node${times(many)}`}입니다.`,

  'claim.platforms-one-cpu': '이 컴퓨터에는 CPU가 하나뿐이라 스레드가 동시에 계산할 수 없습니다.',
  'claim.platforms-needs-java': ({ found, needs }) =>
    `Java ${found}에서 실행했습니다. Java ${needs} 이전에는 synchronized 블록이 가상 스레드를 고정하며, 이 주장은 Java 25에 대한 것입니다.`,
  'claim.platforms-waits': ({ threads }) =>
    `Node의 타이머에는 스레드가 필요 없습니다. Spring MVC에서는 대기 중인 요청마다 스레드 ${threads}개 중 하나를 차지합니다.`,
  'claim.platforms-cpus': ({ cpus }) =>
    `Node 프로세스 하나는 CPU 하나에서, Spring은 CPU ${cpus}개에서 계산합니다.`,
  'claim.platforms-carriers': ({ carriers }) =>
    `고정된다면 캐리어 스레드마다 하나씩 동시에 ${carriers}개만 처리됩니다. 처리 중인 요청은 500개였습니다.`,
  'claim.platforms-our-waits':
    '그 벤치마크에는 토큰과 데이터베이스가 있었습니다. 여기서는 요청마다 100 ms를 대기할 뿐입니다.',
  'claim.platforms-waves': ({ waves, ms }) =>
    `대략적인 값입니다. 측정 구간에는 ${ms} ms 대기가 연달아 ${waves}번 들어가며, 한 번이 더 들어가거나 빠지면 값이 달라집니다.`,
  'claim.platforms-heap':
    '메모리는 판정에 쓰지 않습니다. JVM은 512 MB 안에서 힙을 얼마나 쓸지 스스로 정합니다.',
  'claim.platforms-thread-per-request':
    '둘 다 같은 Java에서 실행한 Spring입니다. Tomcat도 논블로킹 소켓으로 연결을 읽습니다. 차이는 요청이 대기하는 동안 스레드를 차지하는지입니다.',
  'claim.platforms-mix':
    '이 혼합 부하에서는 요청 100개 중 하나가 200 ms 동안 스레드를 붙잡으므로, p90은 작은 요청의 시간입니다.',
  'claim.platforms-busy-waiting': ({ cpus }) =>
    `반복문은 시계가 100 ms를 가리킬 때까지 돕니다. CPU ${cpus}개를 나누어 쓰면서도 스레드 16개 모두에 그 시간이 흐릅니다. 따라서 이 값은 일의 양이 아니라 스레드 수를 셉니다.`,
} satisfies Texts<typeof english>;
