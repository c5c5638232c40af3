/** Style of what the page's script adds. */
export const enhanceStyle = `
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
.switches{position:relative;z-index:1;display:flex;flex-wrap:wrap;gap:.375rem;margin:0 0 .75rem}
.toggle{display:inline-flex;align-items:center;gap:.375rem;padding:.125rem .75rem;border:1px solid var(--rule);border-radius:999px;background:none;color:var(--quiet);font-size:.8125rem;line-height:1.5rem}
.toggle[aria-pressed=true]{background:var(--panel);color:var(--ink);border-color:var(--quiet)}
.toggle[aria-pressed=false] .sample{opacity:.3}
.chart.sample{width:24px;height:20px}
.tip{position:fixed;z-index:3;max-width:min(24rem,calc(100vw - 1rem));padding:.375rem .625rem;border:1px solid var(--quiet);border-radius:6px;background:var(--paper);font-size:.8125rem;line-height:1.4;white-space:pre-line;font-variant-numeric:tabular-nums;pointer-events:none}
.crosshair{position:fixed;z-index:2;width:0;border-left:1px dashed var(--quiet);pointer-events:none}
.chart .on .mark{stroke:var(--ink);stroke-width:2}
.chart .on .target{fill:var(--ink);opacity:.07}
.chart .on .span,.chart .on .interval{stroke:var(--ink)}
@media (max-width:44rem){button.link.link{margin-left:-1rem}}
@media print{.copy-text,.link,.switches:not(:has(.sample)),.tip,.crosshair{display:none}}
`;
