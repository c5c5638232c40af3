/**
 * The page's style sheet. Every colour is named once, for light and dark: `light-dark()` follows the system, or the
 * choice made in the page, so that no script is needed. Text colours have a contrast of at least 4.5 to their
 * background, marks of at least 3 (WCAG 2.2, AA); a test computes the contrasts.
 */

/** Name: [light, dark]. `paper` is the background of the page, `panel` that of cards and tables. */
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
  good: 'good better holds healthy fine',
  bad: 'bad worse refuted critical bottleneck finding',
  same: 'same equivalent info',
  unsure: 'unsure undecided warning cannot-tell',
  odd: 'misread',
  quiet: 'quiet not-run does-not-apply',
};

const variables = Object.entries(colours)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';');
const tones = Object.entries(words)
  .map(([tone, names]) => `.${names.replaceAll(' ', ',.')}{--tone:var(--${tone})}`)
  .join('\n');
const series = [0, 1, 2, 3, 4, 5].map((n) => `.series-${n}{--mark:var(--series-${n})}`).join('\n');

export const style = `
:root{color-scheme:light dark;${variables};--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans KR","Apple SD Gothic Neo","Malgun Gothic",sans-serif;--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","D2Coding","Noto Sans Mono CJK KR",monospace}
:root:has(#theme-light:checked){color-scheme:light}
:root:has(#theme-dark:checked){color-scheme:dark}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 var(--sans);overflow-wrap:break-word}
:lang(ko){word-break:keep-all}
a{color:var(--link);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--link);outline-offset:3px;border-radius:3px}
.skip{position:absolute;left:-99rem;top:.5rem;z-index:2;padding:.5rem 1rem;background:var(--paper);border:2px solid var(--link);border-radius:6px}
.skip:focus{left:.5rem}
.page{max-width:70rem;margin:0 auto;padding:1rem 1.5rem 4rem}
main{outline:none}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem;margin-bottom:1.25rem;padding-bottom:.75rem;border-bottom:1px solid var(--rule)}
.brand{font-weight:650;letter-spacing:-.01em}
.brand span{color:var(--quiet);font-weight:400}
.all{margin-right:auto;font-size:.8125rem}
.theme{display:flex;margin:0;padding:2px;border:1px solid var(--rule);border-radius:999px;font-size:.8125rem}
.theme legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.theme label{position:relative;display:flex;align-items:center;padding:.2rem .75rem;min-height:1.75rem;border-radius:999px;color:var(--quiet);cursor:pointer}
.theme input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.theme label:has(:checked){background:var(--panel);color:var(--ink);box-shadow:inset 0 0 0 1px var(--rule)}
.theme label:has(:focus-visible){outline:2px solid var(--link);outline-offset:2px}
h1,h2,h3,h4{line-height:1.25;letter-spacing:-.012em;text-wrap:balance}
h2{margin:0 0 1rem;font-size:1.3125rem;font-weight:650}
h3{margin:0 0 .5rem;font-size:1.0625rem;font-weight:620}
h4,h5,h6{margin:0 0 .375rem;font-size:1rem;font-weight:620}
p{margin:0 0 1rem;max-width:68ch;text-wrap:pretty}
section{margin-top:2.25rem}
.what,.question,.word span:last-child,.byline,.note,.source,.hint,caption .hint{color:var(--quiet);font-size:.875rem}
.what,.question{margin:0 0 .25rem;max-width:none}
.verdict{margin:0 0 .5rem;max-width:46rem;font-size:clamp(1.25rem,1rem + 1.5vw,2rem);line-height:1.22;font-weight:650;letter-spacing:-.02em}
h1.verdict.long{font-size:1.125rem;line-height:1.4;letter-spacing:-.01em}
h3.verdict{font-size:1.25rem}
.word{margin:0 0 1rem;max-width:none;line-height:1.5}
.word .badge{margin-right:.375rem;font-size:.8125rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:0 0 1.25rem}
.tiles>div{padding:.625rem .875rem;background:var(--panel);border-radius:10px;min-width:0}
.tiles dt,.tiles dd{padding:0;border:0;font-size:.8125rem;line-height:1.45}
.tiles dt{color:var(--quiet)}
.tiles strong{font-size:1.3125rem;font-weight:650;letter-spacing:-.01em;margin-right:.25rem}
.tiles span{color:var(--tone)}
.answer>figure{position:relative;margin:0 0 .75rem}
.answer>figure>details{margin:0}
.answer>figure>details:not([open]){position:absolute;top:0;right:0}
.answer .wide{width:100%}
.answer figcaption{margin-bottom:.375rem}
.answer>figure:has(>details:not([open])) figcaption{padding-right:8.5rem}
.answer figcaption>*{margin:0;font-size:.9375rem;color:var(--quiet);font-weight:600}
.facts.gauges{margin-bottom:1.25rem}
.gauges meter{width:min(20rem,50%);height:1rem;vertical-align:middle;margin-right:.75rem;--mark:var(--link)}
.gauges .limit{font-weight:650}
.gauges .limit meter{--mark:var(--bad)}
.gauges meter::-webkit-meter-bar{background:var(--panel);border:0;border-radius:4px}
.gauges meter::-webkit-meter-optimum-value{background:var(--mark);border-radius:4px}
.gauges meter::-moz-meter-bar{background:var(--mark)}
.todo{padding:.75rem 1.125rem;border:1.5px solid var(--link);border-radius:12px;min-width:0}
.todo>:first-child{margin:0 0 .375rem;font-size:1.125rem;font-weight:650}
.todo p{margin:0 0 .25rem}
.todo pre{margin:0 0 .5rem;padding:.5rem .875rem;background:var(--paper)}
.answer>.facts{margin:1rem 0 0}
.todo>:last-child{margin-bottom:0}
.byline{margin:1rem 0 0;max-width:none;font-variant-numeric:tabular-nums}
.folded{margin:0;border-top:1px solid var(--rule)}
:not(.folded)+.folded{margin-top:2.25rem}
.folded>details{margin:0;font-size:inherit}
.folded>details>summary{width:auto;padding:.625rem 0;color:inherit}
.folded>details[open]>summary{margin-bottom:.5rem}
.folded>details[open]{padding-bottom:1.5rem}
summary>:is(h2,h3,h4,h5,h6){display:inline;margin:0;font-size:1rem}
summary .hint{margin-left:.375rem}
.warnings{margin-top:1.25rem;padding:.75rem 1rem;border-left:4px solid var(--unsure);background:var(--panel);border-radius:0 8px 8px 0}
.warnings h2{margin:0 0 .375rem;font-size:1rem;color:var(--unsure)}
.warnings ul{margin:0;padding-left:1.125rem}
.warnings li{max-width:none;font-size:.9375rem}
.warnings li+li{margin-top:.25rem}
${tones}
.badge{display:inline-block;padding:.0625rem .5625rem;border:1px solid var(--tone);border-radius:999px;color:var(--tone);font-size:.75rem;font-weight:650;line-height:1.5rem;letter-spacing:.02em;white-space:nowrap}
td .badge{border:0;padding:0;font-size:inherit;line-height:inherit;letter-spacing:0}
.claims{margin-bottom:1.25rem}
.claim{padding:.625rem 0 .625rem .875rem;border-left:3px solid var(--tone,var(--rule));margin-bottom:.5rem}
.claim>.badge{margin-bottom:.375rem}
.claim>:is(h3,h4,h5,h6){margin-bottom:.125rem;font-size:.9375rem}
.claim p{margin-bottom:.125rem;max-width:none;font-size:.875rem}
.claim details{margin-top:.125rem}
.claim .scroll{margin-top:.5rem}
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
figure{margin:0 0 2rem}
figure:last-child{margin-bottom:0}
figcaption{margin-bottom:.75rem}
figcaption p{margin:0;color:var(--quiet)}
details{margin-top:.5rem;font-size:.875rem}
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
.chart .best{fill:var(--good)}
.chart .now{fill:none;stroke:var(--ink);stroke-width:1.75}
.chart .target{fill:transparent}
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
.trends{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:1rem 2rem}
.trends figure{margin:0;min-width:0}
.trends figcaption p{font-size:.8125rem}
.route .detail{font-size:.8125rem}
.trends h3{margin:0;font-size:.9375rem;overflow-wrap:anywhere}
.files{margin:.375rem 0 0}
.files a{margin-left:.5rem}
@media (max-width:44rem){h1.verdict.long{font-size:.9375rem;line-height:1.3}.page{padding:.625rem 1rem 3rem}header{margin-bottom:.625rem;padding-bottom:.5rem}h2{font-size:1.125rem}.question,.word,.word span:last-child{font-size:.8125rem;line-height:1.4}.word,.verdict{margin-bottom:.375rem}.tiles{grid-template-columns:1fr 1fr;gap:.375rem;margin-bottom:.625rem}.tiles>div{padding:.25rem .625rem}.tiles dt,.tiles dd{font-size:.75rem;line-height:1.3}.tiles strong{font-size:1rem}.todo{padding:.5rem .75rem;font-size:.875rem}.todo>:first-child{font-size:.9375rem;margin:0}.todo p{margin-bottom:.25rem}.todo pre{padding:.375rem .625rem;margin-bottom:.375rem;white-space:pre-wrap;overflow-wrap:anywhere}.answer figcaption{margin-bottom:0}.answer figcaption>*{font-size:.8125rem}.wide{display:none}.narrow{display:block}.checks,.facts{grid-template-columns:minmax(0,1fr)}.checks dd,.facts dd{border-top:0;padding-top:0}.checks dt,.facts dt{padding-bottom:.125rem}th,td{padding-right:1rem}th[scope=row]{white-space:normal}td.long,th.long{min-width:9rem}}
@media print{.theme,.skip,.files,.all{display:none}.page{display:block;padding:0}section,figure,.claim{break-inside:avoid-page}.folded{break-inside:auto}details::details-content{content-visibility:visible;display:block;height:auto}summary{list-style:none;color:inherit}.scroll{max-height:none!important;overflow:visible}}
@media (forced-colors:active){.badge{forced-color-adjust:auto}}
[hidden]{display:none!important}
button{font:inherit;color:inherit;cursor:pointer}
.copyable{position:relative}
.copyable>.copy-text{position:absolute;top:.4rem;right:.5rem;padding:.125rem .625rem;border:1px solid var(--rule);border-radius:6px;background:var(--paper);color:var(--link);font-size:.75rem;line-height:1.5rem}
.page .copyable>pre{padding-right:5rem}
button.link.link{position:absolute;z-index:1;margin:.25rem 0 0 -1.75rem;padding:0 .375rem;border:0;background:var(--paper);color:var(--quiet);font-size:.8125rem}
.link{opacity:0}
.link:empty::after{content:"#"}
.link:has(+:hover),.link:is(:hover,:focus-visible){opacity:1}
.sort{padding:0;border:0;background:none;text-align:inherit}
.sort:hover{color:var(--ink)}
[aria-sort=ascending] .sort::after{content:" ▲"}
[aria-sort=descending] .sort::after{content:" ▼"}
.tip{position:fixed;z-index:3;max-width:min(24rem,calc(100vw - 1rem));padding:.375rem .625rem;border:1px solid var(--quiet);border-radius:6px;background:var(--paper);font-size:.8125rem;line-height:1.4;white-space:pre-line;font-variant-numeric:tabular-nums;pointer-events:none}
.chart .on .mark{stroke:var(--ink);stroke-width:2}
.chart .on .target{fill:var(--ink);opacity:.07}
.chart .on .interval{stroke:var(--ink)}
@media (max-width:44rem){button.link.link{margin-left:-1rem}}
@media print{.copy-text,.link,.tip{display:none}}
`;
