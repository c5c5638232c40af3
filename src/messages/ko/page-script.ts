/** What the page's script writes on the page, in Korean. */
export const pageScript = {
  'page.script.copy': '복사',
  'page.script.copied': '복사됨',
  'page.script.link': '링크 복사',
  'page.script.decided': '판정된 것만',
  'page.script.failed': '실패하거나 나빠진 것만',
  'page.script.filter': '표시할 항목',
  'page.script.legend': '표시할 선',
  'page.script.sort': '이 열로 정렬',
};
