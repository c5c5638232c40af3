/** The labels in the gutter of a terminal's page, in Korean. At most nine columns wide each: a syllable takes two. */
import type { labels as english } from '../en/labels.ts';
import type { Texts } from '../nested.ts';

export const labels = {
  'label.result': '결과',
  'label.why': '원인',
  'label.apply': '적용',
  'label.fix': '해결',
  'label.expect': '기대 효과',
  'label.claims': '주장',
  'label.model': '모델',
  'label.also': '추가',
  'label.refused': '답변 불가',
  'label.open': '미결',
  'label.quality': '측정 품질',
  'label.warning': '경고',
  'label.report': '리포트',
  'label.next': '다음',
  'label.verify': '확인',
  'label.more': '더 보기',
} satisfies Texts<typeof english>;
