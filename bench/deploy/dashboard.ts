/** deploy/grafana/chokepoint.json. Its classic form, which older versions of Grafana import too. */
import * as grafana from '@grafana/grafana-foundation-sdk/common';
import * as model from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { series } from './expressions.ts';
import { rows, type Panel } from './panels.ts';

const datasource = { type: 'prometheus', uid: '${datasource}' };

export function dashboard(): model.Dashboard {
  const builder = new model.DashboardBuilder('chokepoint: what a Node.js service waits for')
    .uid('chokepoint')
    .description('Waits, queues and utilisations that chokepoint/probe serves from inside each process.')
    .tags(['nodejs', 'chokepoint'])
    .tooltip(model.DashboardCursorSync.Crosshair)
    .time({ from: 'now-1h', to: 'now' })
    .refresh('30s')
    .withVariable(new model.DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'))
    .withVariable(variable('job'))
    .withVariable(variable('instance', 'job=~"$job"'));
  let id = 0;
  for (const [title, panels] of Object.entries(rows)) {
    builder.withRow(new model.RowBuilder(title).id(++id));
    // Three in a row of 24 columns, or two where that leaves none alone.
    panels.forEach((panel, i) => {
      builder.withPanel(drawn(panel, ++id).span(panels.length % 3 === 2 && i < 2 ? 12 : 8));
    });
  }
  return builder.build();
}

const variable = (label: string, matchers?: string) =>
  new model.QueryVariableBuilder(label)
    .query(`label_values(${series('loopUtilization', matchers)}, ${label})`)
    .datasource(datasource)
    .refresh(model.VariableRefresh.OnTimeRangeChanged)
    // oxlint-disable-next-line no-array-sort -- of a builder
    .sort(model.VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .current({ selected: true, text: 'All', value: '$__all' });

function drawn({ title, description, unit, expression, legend, limit }: Panel, id: number): PanelBuilder {
  const panel = new PanelBuilder()
    .id(id)
    .title(title)
    .description(description)
    .datasource(datasource)
    .unit(unit)
    .min(0)
    .legend(new grafana.VizLegendOptionsBuilder().showLegend(true))
    .tooltip(new grafana.VizTooltipOptionsBuilder().mode(grafana.TooltipDisplayMode.Multi))
    .withTarget(
      new DataqueryBuilder()
        .refId('A')
        .expr(expression)
        .legendFormat(legend.map((label) => `{{${label}}}`).join(' '))
        .range(),
    );
  if (unit === 'percentunit') panel.max(1);
  if (limit === undefined) return panel;
  const below = { value: null, color: 'transparent' };
  const above = { value: limit, color: 'red' };
  const style = new grafana.GraphThresholdsStyleConfigBuilder().mode(grafana.GraphThresholdsStyleMode.Line);
  return panel.thresholds(new model.ThresholdsConfigBuilder().steps([below, above])).thresholdsStyle(style);
}
