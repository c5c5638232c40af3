/**
 * The page's own script (reader): it shows the values under the pointer, sorts, copies, and opens what a
 * link leads into. The page can be read and printed without it. It stays below 8 kB, and asks nobody for anything.
 */
/* oxlint-disable unicorn/prefer-add-event-listener -- nothing else listens here, and every byte is in every report */
type Words = Readonly<Record<'copy' | 'copied' | 'link' | 'sort', string>>;

const words = JSON.parse(String(document.body.dataset['words'])) as Words;

function all<E extends Element = HTMLElement>(selector: string, root: ParentNode = document): E[] {
  return [...root.querySelectorAll<E>(selector)];
}

function made(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function button(className: string, text: string, act: (self: HTMLElement) => void): HTMLElement {
  const self = made('button', className, text);
  self.setAttribute('type', 'button');
  self.onclick = () => act(self);
  return self;
}

/** Says to a screen reader what has changed. */
const status = made('p', 'quietly');
status.role = 'status';

// Copying.

async function copy(text: string, self: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page without the right to the clipboard may still copy what is selected.
    const area = document.createElement('textarea');
    area.value = text;
    self.after(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    self.focus();
  }
  const label = self.textContent;
  self.textContent = status.textContent = words.copied;
  setTimeout(() => {
    self.textContent = label;
    status.textContent = '';
  }, 1500);
}

for (const source of all('pre,.copy:not(:has(pre))')) {
  const box = made('div', 'copyable');
  source.replaceWith(box);
  box.append(
    source,
    button('copy-text', words.copy, (self) => void copy(source.textContent.trim(), self)),
  );
}

for (const heading of all('h2,h3:not(.warnings *)')) {
  const { id } = heading.matches('section>*,summary>*,figcaption>*')
    ? (heading.closest('section[id],figure[id]') ?? heading)
    : heading;
  if (id === '') continue;
  const link = button('link', '', (self) => {
    location.hash = id;
    void copy(location.href, self);
  });
  link.ariaLabel = `${words.link}: ${heading.textContent}`;
  // The link stands before the heading, not in it: the heading names its section.
  (heading.closest('summary')?.parentElement ?? heading).before(link);
}

// Tables.

const units: Readonly<Record<string, number>> = {
  µs: 1e-3,
  s: 1e3,
  min: 6e4,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** The number that a cell begins with, in one unit for all; NaN where there is none. */
function figure(text: string): number {
  const [, number, unit = ''] = /^([−-]?\d[\d,]*\.?\d*)\s*(µs|ms|s\b|min|[KMG]iB)?/.exec(text) ?? [];
  return Number(number?.replaceAll(',', '').replace('−', '-')) * (units[unit] ?? 1);
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Sorts rows by a column: cells without a value stay at the end, whichever way the others are sorted. */
function sorted(rows: readonly HTMLTableRowElement[], column: number, sign: number): HTMLTableRowElement[] {
  const cells = rows.map((row) => ({
    row,
    text: row.cells[column]?.textContent.replace('–', '').trim() ?? '',
  }));
  const isNumeric = cells.every(({ text }) => text === '' || !isNaN(figure(text)));
  return cells
    .toSorted(({ text: a }, { text: b }) => {
      if (a === '' || b === '') return Number(a === '') - Number(b === '');
      return sign * (isNumeric ? figure(a) - figure(b) : collator.compare(a, b));
    })
    .map(({ row }) => row);
}

for (const table of all<HTMLTableElement>('table:has(tbody tr:nth-child(3))')) {
  const heads = all<HTMLTableCellElement>('thead th', table);
  const [body] = table.tBodies;
  const rows = [...(body?.rows ?? [])];
  let column = 0;
  for (const head of heads) {
    const own = column;
    column += head.colSpan;
    const sort = button('sort', '', () => {
      const way =
        head.ariaSort === 'ascending' ? 'descending' : head.ariaSort === 'descending' ? null : 'ascending';
      for (const one of heads) one.ariaSort = null;
      head.ariaSort = way;
      body?.append(...(way === null ? rows : sorted(rows, own, way === 'ascending' ? 1 : -1)));
    });
    sort.title = words.sort;
    sort.append(...head.childNodes);
    head.append(sort);
  }
}

// Charts.

const tip = made('div', 'tip');
tip.role = 'status';
let shown: Element | null = null;

function hide(): void {
  tip.hidden = true;
  shown?.classList.remove('on');
}

interface Datum {
  readonly mark: Element;
  readonly text: string;
}

function show({ mark, text }: Datum): void {
  hide();
  shown = mark;
  mark.classList.add('on');
  tip.textContent = text;
  tip.hidden = false;
  const { left, top, width } = mark.getBoundingClientRect();
  const right = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = `${Math.max(8, Math.min(left + width / 2 + 12, right))}px`;
  tip.style.top = `${Math.max(8, top - tip.offsetHeight - 8)}px`;
}

/** Pixels within which the pointer means a mark. */
const reach = 80;

for (const chart of all<SVGElement>('.chart:has(.datum)')) {
  const data = all('.datum', chart).map((mark): Datum => {
    const title = mark.querySelector('title');
    // The browser would show the title a second time.
    title?.remove();
    return { mark, text: title?.textContent ?? '' };
  });
  let current = -1;
  const showCurrent = () => {
    const found = data[current];
    if (found) show(found);
    else hide();
  };
  const under = ({ clientX, clientY }: PointerEvent) => {
    let least = reach;
    current = -1;
    for (const [i, { mark }] of data.entries()) {
      const { left, right, top, bottom, width } = mark.getBoundingClientRect();
      const far = Math.hypot(
        Math.max(left - clientX, 0, clientX - right),
        Math.max(top - clientY, 0, clientY - bottom),
      );
      // What is hidden has no size.
      if (width > 0 && far < least) [least, current] = [far, i];
    }
    showCurrent();
  };
  chart.onpointermove = chart.onpointerdown = under;
  chart.onpointerleave = chart.onblur = hide;
  chart.tabIndex = 0;
  chart.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Escape: -Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    current = Math.max(-1, Math.min(data.length - 1, current + step));
    showCurrent();
  };
}

hide();
onscroll = hide;
document.body.append(status, tip);

// Folded parts.

/** Opens what the address leads into. */
function reveal(): void {
  const target = document.querySelector(':target');
  target?.querySelector(':scope>details')?.setAttribute('open', '');
  for (let place = target; place; place = place.parentElement)
    if (place.tagName === 'DETAILS') place.setAttribute('open', '');
  target?.scrollIntoView();
}
onhashchange = onload = reveal;
for (const link of all<HTMLAnchorElement>('a[href^="#"]')) link.onclick = () => setTimeout(reveal);
