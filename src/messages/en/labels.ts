/** The labels in the gutter of a terminal's page, and what stands above its columns. At most nine columns wide each. */
export const labels = {
  'label.result': 'RESULT',
  'label.why': 'WHY',
  'label.apply': 'APPLY',
  'label.fix': 'FIX',
  'label.expect': 'EXPECT',
  'label.claims': 'CLAIMS',
  'label.model': 'MODEL',
  'label.also': 'ALSO',
  'label.refused': 'NO ANSWER',
  'label.open': 'OPEN',
  'label.quality': 'QUALITY',
  'label.warning': 'WARNING',
  'label.report': 'Report',
  'label.next': 'Next',
  'label.verify': 'Verify',
  'label.more': 'More',
};
