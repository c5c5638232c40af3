/** What the experiment on other platforms says, in Korean. */
import { short } from '../../format/words.ts';
import type { platforms as english } from '../en/platforms.ts';
import type { Texts } from '../nested.ts';

export const platforms = {
  'platforms.answer': ({ clients, ms, rates }) =>
    `클라이언트 ${clients}개가 요청마다 ${ms} ms씩 대기할 때 초당 처리량: ${rates
      .map(({ name, perSecond }) => `${name} ${short(perSecond)}`)
      .join(', ')}.`,
  'platforms.computing': ({ one, many }) =>
    `요청이 계산을 할 때 Spring MVC의 처리량은 Node 프로세스 하나의 ${short(one)}배${many === null ? '' : `, CPU마다 프로세스를 하나씩 둔 Node의 ${short(many)}배`}입니다.`,
  'platforms.same-cost': ({ ms, one, many }) =>
    `요청이 대기한 뒤 어느 서버에서나 CPU ${ms} ms를 쓸 때 Spring MVC의 처리량은 Node 프로세스 하나의 ${short(one)}배${many === null ? '' : `, CPU마다 프로세스를 하나씩 둔 Node의 ${short(many)}배`}입니다.`,

  'claim.platforms-one-cpu': '이 컴퓨터에는 CPU가 하나뿐이라 스레드가 동시에 계산할 수 없습니다.',
  'claim.platforms-needs-java': ({ found, needs }) =>
    `Java ${found}에서 실행했습니다. Java ${needs} 이전에는 synchronized 블록이 가상 스레드를 고정하며, 이 주장은 Java 25에 대한 것입니다.`,
  'claim.platforms-waits': ({ threads }) =>
    `이벤트 루프는 타이머를 얼마든지 가질 수 있지만, Tomcat은 스레드마다 하나씩 요청 ${threads}개를 동시에 처리합니다.`,
  'claim.platforms-cpus': ({ cpus }) =>
    `Node 프로세스 하나는 CPU 하나에서, Spring은 CPU ${cpus}개에서 계산합니다.`,
  'claim.platforms-carriers': ({ carriers }) =>
    `고정된다면 캐리어 스레드마다 하나씩 동시에 ${carriers}개만 처리됩니다. 처리 중인 요청은 500개였습니다.`,
  'claim.platforms-our-waits':
    '그 벤치마크에는 토큰과 데이터베이스가 있었습니다. 여기서는 요청마다 100 ms를 대기할 뿐입니다.',
  'claim.platforms-framework':
    'Spring은 프레임워크이고 node:http는 프레임워크 없는 서버입니다. Express와 Go net/http는 표에 있습니다.',
  'claim.platforms-mix':
    '이 혼합 부하에서는 요청 100개 중 하나가 200 ms 동안 계산하므로, p90은 작은 요청의 시간입니다.',
  'claim.platforms-busy-waiting':
    '시간이 다 될 때까지 시계만 보는 스레드는 아무 일도 하지 않습니다. CPU가 몇 개이든 시계는 모든 스레드에 똑같이 흐릅니다.',
} satisfies Texts<typeof english>;
