/** What the page's script writes on the page. */
export const pageScript = {
  'page.script.copy': 'Copy',
  'page.script.copied': 'Copied',
  'page.script.link': 'Copy a link to',
  'page.script.decided': 'only decided',
  'page.script.failed': 'only failed or worse',
  'page.script.filter': 'What is shown',
  'page.script.legend': 'Lines that are shown',
  'page.script.sort': 'Sort by this column',
};
