/**
 * The page's style sheet. Every colour is named once, for light and dark: `light-dark()` follows the system, or the
 * choice made in the page, so that no script is needed. Text colours have a contrast of at least 4.5 to their
 * ground, marks of at least 3 (WCAG 2.2, AA); a test computes them.
 */

/** Name: [light, dark]. `paper` is the ground of the page, `panel` of cards and tables. */
export const colours = {
  paper: ['#ffffff', '#15181c'],
  panel: ['#f6f7f9', '#1d2126'],
  ink: ['#1b1f24', '#e6e8eb'],
  quiet: ['#57606a', '#9da5b0'],
  rule: ['#d8dde3', '#343a42'],
  link: ['#0b5cad', '#7db8f5'],
  good: ['#17692f', '#6fce8a'],
  bad: ['#b3261e', '#ff8f86'],
  same: ['#155e75', '#72c7e0'],
  unsure: ['#7a5200', '#e3b341'],
  odd: ['#7b3fa0', '#cf9cf0'],
  'series-0': ['#0b62b8', '#6cb0f5'],
  'series-1': ['#b84a00', '#f4a261'],
  'series-2': ['#187a4b', '#66cc99'],
  'series-3': ['#8a3ca6', '#cf9cf0'],
  'series-4': ['#b0306a', '#f28cb8'],
  'series-5': ['#6b5b00', '#d8c34a'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

const words = {
  good: 'better holds healthy fine',
  bad: 'worse refuted critical choke-point finding',
  same: 'equivalent info',
  unsure: 'undecided warning cannot-tell',
  odd: 'artefact',
  quiet: 'not-run does-not-apply',
};

const variables = Object.entries(colours)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';');
const tones = Object.entries(words)
  .map(
    ([tone, names]) =>
      `${names
        .split(' ')
        .map((name) => `.${name}`)
        .join(',')}{--tone:var(--${tone})}`,
  )
  .join('\n');
const series = [0, 1, 2, 3, 4, 5].map((n) => `.series-${n}{--mark:var(--series-${n})}`).join('\n');

export const style = `
:root{color-scheme:light dark;${variables};--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans KR","Apple SD Gothic Neo","Malgun Gothic",sans-serif;--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
:root:has(#theme-light:checked){color-scheme:light}
:root:has(#theme-dark:checked){color-scheme:dark}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 var(--sans);overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--link);outline-offset:3px;border-radius:3px}
.skip{position:absolute;left:-99rem;top:.5rem;z-index:2;padding:.5rem 1rem;background:var(--paper);border:2px solid var(--link);border-radius:6px}
.skip:focus{left:.5rem}
.page{max-width:72rem;margin:0 auto;padding:1.5rem 2rem 5rem}
main{display:grid;grid-template-columns:11rem minmax(0,1fr);column-gap:3.5rem;outline:none}
.head,.sections{grid-column:2;min-width:0}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem;margin-bottom:2.75rem;padding-bottom:1rem;border-bottom:1px solid var(--rule)}
.brand{font-weight:650;letter-spacing:-.01em}
.brand span{color:var(--quiet);font-weight:400}
.theme{display:flex;margin:0;padding:2px;border:1px solid var(--rule);border-radius:999px;font-size:.8125rem}
.theme legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.theme label{position:relative;display:flex;align-items:center;padding:.2rem .75rem;min-height:1.75rem;border-radius:999px;color:var(--quiet);cursor:pointer}
.theme input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.theme label:has(:checked){background:var(--panel);color:var(--ink);box-shadow:inset 0 0 0 1px var(--rule)}
.theme label:has(:focus-visible){outline:2px solid var(--link);outline-offset:2px}
nav{grid-column:1;grid-row:1/span 2;position:sticky;top:1.5rem;align-self:start;font-size:.875rem;max-height:calc(100vh - 3rem);overflow-y:auto}
nav p{margin:0 0 .5rem;font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--quiet);font-weight:600}
nav ol{list-style:none;margin:0;padding:0;border-left:1px solid var(--rule)}
nav a{display:block;padding:.25rem 0 .25rem .875rem;color:var(--quiet);text-decoration:none;line-height:1.4}
nav a:hover{color:var(--ink);text-decoration:underline}
h1,h2,h3,h4{line-height:1.25;letter-spacing:-.012em;text-wrap:balance}
h1{margin:0;font-size:1.125rem;font-weight:600;color:var(--quiet)}
h2{margin:0 0 1.25rem;font-size:1.4375rem;font-weight:650}
h3{margin:0 0 .5rem;font-size:1.0625rem;font-weight:620}
p{margin:0 0 1rem;max-width:68ch;text-wrap:pretty}
section{margin-top:4rem}
.verdict{margin:.5rem 0 1rem;max-width:44rem;font-size:1.75rem;line-height:1.3;font-weight:600;letter-spacing:-.02em}
.word{margin:1rem 0 0}
.word .badge{font-size:.8125rem;text-transform:uppercase;letter-spacing:.06em}
.experiment{margin-top:5rem;padding-top:1rem;border-top:2px solid var(--ink)}
.experiment section{margin-top:3rem}
.question{margin:.25rem 0 0;color:var(--quiet)}
.answer{font-size:1.25rem;line-height:1.4;font-weight:600}
.byline,.note,.source,caption .hint{color:var(--quiet);font-size:.875rem}
.byline{font-variant-numeric:tabular-nums}
.warnings{margin-top:2rem;padding:1rem 1.25rem;border-left:4px solid var(--unsure);background:var(--panel);border-radius:0 8px 8px 0}
.warnings h2{margin:0 0 .375rem;font-size:1rem;color:var(--unsure)}
.warnings ul{margin:0;padding-left:1.125rem}
.warnings li{max-width:68ch}
.warnings li+li{margin-top:.25rem}
${tones}
.badge{display:inline-block;padding:.0625rem .5625rem;border:1px solid var(--tone);border-radius:999px;color:var(--tone);font-size:.75rem;font-weight:650;line-height:1.5rem;letter-spacing:.02em;white-space:nowrap}
td .badge{border:0;padding:0;font-size:inherit;line-height:inherit;letter-spacing:0}
.claim{padding:1.5rem 0;border-top:1px solid var(--rule)}
.claim:last-child{padding-bottom:0}
.claim .badge{margin-bottom:.625rem}
.claim p{margin-bottom:.5rem}
.claim .scroll{margin-top:1rem}
.scroll{overflow-x:auto;margin:0 0 .75rem;border-radius:2px;background:linear-gradient(90deg,var(--paper) 1rem,transparent) 0 0/2.5rem 100% no-repeat local,linear-gradient(-90deg,var(--paper) 1rem,transparent) 100% 0/2.5rem 100% no-repeat local,linear-gradient(90deg,var(--rule),transparent) 0 0/.75rem 100% no-repeat scroll,linear-gradient(-90deg,var(--rule),transparent) 100% 0/.75rem 100% no-repeat scroll}
.scroll+.note{margin-bottom:2rem}
table{border-collapse:collapse;font-size:.875rem;line-height:1.45;font-variant-numeric:tabular-nums lining-nums;min-width:min(100%,26rem)}
caption{text-align:left;padding-bottom:.5rem;font-weight:600}
caption span{position:sticky;left:0;display:inline-block;max-width:calc(100vw - 2rem)}
.quietly{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
th,td{padding:.375rem 1.125rem .375rem 0;text-align:left;vertical-align:baseline;font-weight:400;white-space:nowrap}
th:last-child,td:last-child{padding-right:.25rem}
thead th{border-bottom:1px solid var(--quiet);color:var(--quiet);font-size:.8125rem;vertical-align:bottom}
tbody tr+tr>*{border-top:1px solid var(--rule)}
.right{text-align:right}
td.long,th.long{white-space:normal;min-width:16rem}
th.value,td.value{padding-right:.5rem}
.detail{color:var(--quiet)}
figure{margin:0 0 3.5rem}
figure:last-child{margin-bottom:0}
figcaption{margin-bottom:1.25rem}
figcaption p{margin:0;color:var(--quiet)}
details{margin-top:.75rem;font-size:.875rem}
summary{width:fit-content;color:var(--link);cursor:pointer}
details .scroll{margin-top:.75rem;max-height:26rem;overflow-y:auto}
.chart{display:block;max-width:100%;height:auto;overflow:visible;font:12px var(--sans);font-variant-numeric:tabular-nums}
.narrow{display:none;width:100%;max-width:30rem}
.chart text{fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.chart .tick,.chart .unit{fill:var(--quiet);font-size:11.5px}
.chart .panel{font-weight:600}
.chart .grid{stroke:var(--rule);stroke-width:1}
.chart .axis,.chart .one{stroke:var(--quiet);stroke-width:1}
.chart .block{stroke:var(--quiet);stroke-width:1;stroke-dasharray:2 4}
.chart .equivalence{fill:var(--same);opacity:.13}
${series}
.chart .line{fill:none;stroke:var(--mark);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.chart .dash-1{stroke-dasharray:7 5}
.chart .dash-2{stroke-dasharray:1 5}
.chart .band{fill:var(--mark);opacity:.15}
.chart .whisker{fill:var(--mark);opacity:.75}
.chart .mark{fill:var(--mark);stroke:var(--paper);stroke-width:1.25}
.chart .hollow{fill:var(--paper);stroke:var(--mark);stroke-width:2}
.chart .interval{stroke:var(--tone);stroke-width:2}
.chart .dot{fill:var(--tone)}
.chart .word{fill:var(--tone);font-weight:620}
.chart .cross{stroke:var(--bad);stroke-width:2}
.chart .span{fill:var(--series-0)}
.chart .wait{fill:var(--rule);stroke:var(--quiet);stroke-width:.5}
.chart .receive{fill:var(--series-1)}
.chart .job{fill:var(--series-2)}
.chart .failed{fill:var(--bad)}
.checks,.facts{margin:0;display:grid;grid-template-columns:minmax(9rem,15rem) minmax(0,1fr);font-size:.9375rem}
.checks{grid-template-columns:max-content minmax(0,1fr)}
.checks>div,.facts>div{display:contents}
dt,dd{margin:0;padding:.5rem 0;border-top:1px solid var(--rule)}
dt{padding-right:1.5rem}
.facts dt{color:var(--quiet)}
dd{font-variant-numeric:tabular-nums}
.checks .badge{margin-right:.625rem;min-width:3.25rem;text-align:center}
.rules .badge{min-width:7.75rem}
.failure{margin-bottom:2rem}
code,pre{font-family:var(--mono);font-size:.875em}
pre{margin:0 0 1rem;padding:.875rem 1.125rem;overflow-x:auto;background:var(--panel);border:1px solid var(--rule);border-radius:8px;line-height:1.55}
pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}
footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--rule);color:var(--quiet);font-size:.8125rem}
@media (max-width:62rem){main{display:block}nav{position:static;margin-top:2rem;max-height:none}nav ol{display:flex;flex-wrap:wrap;gap:.125rem 1.25rem;border:0}nav a{padding:.25rem 0;text-decoration:underline}}
@media (max-width:44rem){.page{padding:1rem 1rem 3rem}header{margin-bottom:1.75rem}.verdict{font-size:1.375rem}h2{font-size:1.25rem}section{margin-top:3rem}.wide{display:none}.narrow{display:block}.checks,.facts{grid-template-columns:minmax(0,1fr)}dd{border-top:0;padding-top:0}dt{padding-bottom:.125rem}th,td{padding-right:1rem}th[scope=row]{white-space:normal}td.long,th.long{min-width:9rem}}
@media print{nav,.theme,.skip{display:none}.page{display:block;padding:0}section,figure,.claim{break-inside:avoid-page}}
@media (forced-colors:active){.badge{forced-color-adjust:auto}}
`;
