/** Why `--load` is not understood, and what the load generator is asked in its self-test, in Korean. */
import type { loadTexts as english } from '../en/load.ts';
import type { Texts } from '../nested.ts';

export const loadTexts = {
  'load.no-number': 'KIND:NUMBER 형식으로 쓰세요.',
  'load.unknown-kind': ({ kind }) => `"${kind}"라는 부하는 없습니다.`,
  'load.number-missing': '숫자가 없거나 숫자가 아닙니다.',
  'load.whole': '1 이상의 정수를 지정하며, 클라이언트는 최대 5000개입니다.',
  'load.rate': 'rate는 0보다 큰 초당 요청 수입니다.',

  'share.batch': '배치는 자신의 모든 요청을 기다리므로 생성기 하나만 할 수 있습니다.',
  'share.few': ({ clients }) => `생성기마다 클라이언트가 하나 이상 필요한데, 모두 ${clients}개입니다.`,
  'share.counted': ({ clients }) =>
    `요청 수가 정해져 있으면 생성기마다 클라이언트 수가 같아야 하는데, ${clients}개는 그렇게 나눌 수 없습니다.`,
  'share.refused': ({ fault }) => `다른 장비의 생성기는 이런 작업을 받지 않습니다(${fault}).`,
  'reach.refused': ({ reason }) =>
    `그곳에서 TCP 연결에 실패했습니다: ${reason}. 서버가 127.0.0.1에서만 수신하거나 중간에 방화벽이 있을 수 있습니다.`,
  'reach.which': ({ addresses }) =>
    `그곳의 루프백은 이 장비가 아니고, 어느 주소가 이 장비로 오는지 알 수 없습니다. 이 장비의 주소: ${addresses.join(', ') || '루프백뿐'}.`,
  'generators.announced': ({ generators, loads }) =>
    `생성기 ${generators.length}개(${generators.join('; ')})가 실제 부하를 보냅니다: ${loads.length === 0 ? '탐색이 정하는 속도' : loads.join(', ')}. 부하를 주어도 되는 호스트와 네트워크에만 사용하세요.`,
  'generators.waiting': ({ name, most }) =>
    `생성기 "${name}"가 아직 응답하지 않습니다. ${Math.round(most / 1000)}초 뒤에 포기합니다.`,

  'selftest.stall-p99': '멈춘 동안 예정되어 있던 모든 요청이 지연됨: p99',
  'selftest.stall-p50': '… 다른 요청은 지연되지 않음: p50',
  'selftest.delay-p50': '정확한 지연은 그대로 보고됨: 요청을 보낸 뒤의 p50',
  'selftest.littles-law': '처리량 × 평균 응답 시간 = 클라이언트 수(리틀의 법칙)',
  'selftest.wrong-verified': '잘못된 응답은 성공이 아님: verified',
  'selftest.wrong-errors': '… 오류임: 종류 status',
  'selftest.nobody-answered': '수신하는 서버가 없으면 응답도 없음: answered',
  'selftest.nobody-errors': '… 시도마다 오류임: 종류 connect',
  'selftest-asked.stall': ({ perSecond, seconds, stallMs }) =>
    `${seconds}초 동안 초당 요청 ${perSecond}개, 서버를 한 번 ${stallMs} ms 동안 블로킹`,
  'selftest-asked.delay': ({ perSecond, seconds, delayMs }) =>
    `${seconds}초 동안 초당 요청 ${perSecond}개, 응답은 요청 ${delayMs} ms 뒤에 전송`,
  'selftest-asked.clients': ({ clients, seconds }) => `${seconds}초 동안 쉬지 않는 클라이언트 ${clients}개`,
  'selftest-asked.wrong': '클라이언트 4개가 요청을 50개씩, 모든 응답의 상태는 500',
  'selftest-asked.nobody': '클라이언트 4개가 요청을 5개씩, 수신하는 서버 없음',
} satisfies Texts<typeof english>;
