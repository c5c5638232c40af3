/** What the GitHub Action says, in Korean. */
import type { action as english } from '../en/action.ts';
import type { Texts } from '../nested.ts';

const verdicts: Readonly<Record<string, string>> = {
  pass: '게이트 통과',
  fail: '게이트 실패',
  undecided: '게이트 판단 불가',
  unmeasured: '게이트 측정 불가',
};

export const action = {
  'comment.title': ({ verdict, name }) =>
    `chokepoint: ${verdicts[verdict] ?? verdict}${name === '' ? '' : ` (${name})`}`,
  'comment.base': '기준',
  'comment.head': '변경본',
  'comment.ratio': '변경본 ÷ 기준',
  'comment.interval': '95% 신뢰 구간',
  'comment.report': '전체 보고서',
  'comment.of-commit': ({ commit }) => `측정한 커밋: ${commit}.`,

  'action.commented': ({ isNew, number }) =>
    isNew ? `풀 리퀘스트 ${number}에 댓글을 달았습니다.` : `풀 리퀘스트 ${number}의 댓글을 고쳤습니다.`,
  'action.no-pull': '풀 리퀘스트가 아니므로 댓글을 달지 않습니다. 결과는 작업의 요약에 있습니다.',
  'action.no-token':
    '토큰이 없어 댓글을 달지 않습니다. 결과는 작업의 요약에 있습니다. 액션은 작업의 토큰을 스스로 사용합니다. 댓글을 달 작업에는 "permissions: { pull-requests: write }"가 필요합니다.',
  'action.not-commented': ({ why }) =>
    `댓글을 쓰지 못했습니다. ${why} 결과는 작업의 요약에 있고 판정은 그대로입니다.`,
  'action.refused': ({ status }) =>
    `GitHub가 거부했습니다(${status}). 이 토큰은 풀 리퀘스트에 쓸 수 없습니다. 포크의 토큰은 언제나 쓸 수 없고, 그 밖에는 작업에 "permissions: { pull-requests: write }"를 지정하세요.`,
  'action.limited': ({ status, seconds }) =>
    `GitHub의 요청 한도에 도달했습니다(${status})${seconds === null ? '' : `. ${seconds}초 뒤에 다시 요청해야 합니다`}.`,
  'action.answered': ({ status }) => `GitHub의 응답 상태는 ${status}입니다.`,
  'action.unreachable': ({ reason }) => `읽을 수 있는 응답이 없었습니다: ${reason}`,
  'action.address': 'API 주소가 HTTPS도 이 장비의 주소도 아니므로 토큰을 보내지 않습니다.',
} satisfies Texts<typeof english>;
