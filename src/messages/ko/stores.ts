/** Why a store or a run in it cannot be used, and how to go on, in Korean. */
import type { stores as english } from '../en/stores.ts';
import type { Texts } from '../nested.ts';

export const stores = {
  'store.retry': '그런 다음 다시 시도하세요.',
  'store.resume': ({ run }) =>
    `그런 다음 --resume ${run}으로 이어서 실행하세요. 저장된 시행은 모두 유지됩니다.`,
  'store.other-program': '다른 프로그램의 데이터베이스입니다.',
  'store.journal': '저널 모드를 변경할 수 없습니다.',
  'run.ambiguous': '이 글자로 시작하는 실행이 여러 개입니다.',
  'folder.owner': ({ owner }) => `사용자 ${owner}의 것입니다.`,
  'folder.writers': '다른 사용자도 그곳에 쓸 수 있습니다.',
  'folder.in-shared': ({ owner }) => `사용자 ${owner}의 것이고, 모든 사용자가 쓸 수 있는 폴더에 있습니다.`,
  'run.empty':
    '아직 저장된 것이 없습니다. "{chokepoint} lab pool-size --quick"을 실행하면 첫 실행이 저장됩니다.',
  'run.none': '그 이름으로 저장된 실행이 없습니다.',
  'run.id': 'id가 chokepoint의 형식이 아닙니다.',
  'run.carried-on': ({ where }) => `프로세스: ${where}.`,
  'run.other-owner': ({ owner, own }) => `저장소의 소유자는 사용자 ${owner}이고, 현재 사용자는 ${own}입니다.`,
  'run.unsealed':
    '다른 사용자나 다른 장비에서, 서명이 없는 버전으로, 또는 키를 보관할 수 없는 곳에서 시작되었습니다.',
  'run.form': ({ part, places }) => `${part} 부분의 형식을 알 수 없습니다(${places}).`,
  'run.json': ({ part, reason }) => `${part} 부분이 JSON이 아닙니다: ${reason}`,
  'run.newer.why': ({ unknown }) =>
    `더 새로운 버전이 시작한 실행이며, 이 버전은 계획의 일부를 알지 못합니다(${unknown.join(', ')}).`,
  'run.newer.todo': 'chokepoint를 업데이트하거나 새 실행을 시작하세요. 이전 실행은 계속 읽을 수 있습니다.',
  'run.conditions.why': ({ what, before, now }) =>
    `다른 조건에서 시작되었습니다(${what}: ${before}, 현재 ${now}).`,
  'run.conditions.todo': '새 실행을 시작하세요. 이전 실행은 계속 읽을 수 있습니다.',
} satisfies Texts<typeof english>;
