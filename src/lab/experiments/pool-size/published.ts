/**
 * The published tables of "libuv-thread-pool-size" (12 logical CPUs, 6 cores): seconds that a single pool job
 * took, as the server timed it. One run for each cell.
 */
export const publishedCpus = 12;

export const publishedSizes = [4, 8, 12, 16, 32, 64, 128, 256, 512, 1024] as const;

export type PublishedRow = readonly [pool: number, min: number, max: number, average: number];

export interface PublishedTable {
  readonly topology: 'pm2-fork' | 'pm2-cluster';
  readonly case: 1 | 2 | 3;
  readonly rows: readonly PublishedRow[];
  /** What the table's own columns say, where its heading says something else. */
  readonly columns?: { readonly parallels: number; readonly requests: number };
}

/** @param columns of the table, by size */
export function tableOf(
  topology: PublishedTable['topology'],
  which: PublishedTable['case'],
  { min, max, average }: Readonly<Record<'min' | 'max' | 'average', readonly number[]>>,
): PublishedTable {
  const rows = publishedSizes.map((pool, i): PublishedRow => [
    pool,
    min[i] ?? 0,
    max[i] ?? 0,
    average[i] ?? 0,
  ]);
  return { topology, case: which, rows };
}

export const publishedTables: readonly PublishedTable[] = [
  tableOf('pm2-fork', 1, {
    min: [0.446, 0.591, 0.844, 0.902, 1.413, 3.569, 6.394, 7.048, 6.755, 7.233],
    max: [18.723, 11.809, 10.408, 10.526, 10.249, 9.97, 9.602, 10.731, 10.396, 10.691],
    average: [9.62, 6.13, 5.536, 5.77, 6.16, 7.033, 8.693, 9.846, 9.561, 9.732],
  }),
  tableOf('pm2-fork', 2, {
    min: [0.513, 0.655, 0.837, 0.956, 2.106, 3.953, 6.287, 5.707, 5.106, 4.726],
    max: [18.93, 11.78, 11.037, 11.171, 10.768, 10.805, 10.451, 10.945, 10.697, 10.976],
    average: [9.722, 6.15, 5.85, 6.077, 6.495, 7.509, 9.23, 10.004, 10.091, 9.933],
  }),
  tableOf('pm2-fork', 3, {
    min: [0.563, 0.661, 0.903, 0.932, 1.605, 3.25, 8.49, 9.516, 24.724, 12.087],
    max: [95.393, 57.982, 54.387, 54.397, 53.59, 53.544, 51.981, 51.348, 49.495, 53.127],
    average: [47.842, 29.125, 27.639, 27.845, 27.916, 29.213, 30.532, 33.927, 39.482, 48.663],
  }),
  {
    ...tableOf('pm2-cluster', 1, {
      min: [0.566, 0.889, 1.209, 1.68, 3.599, 5.583, 8.088, 7.358, 8.137, 7.433],
      max: [12.16, 10.332, 10.285, 10.44, 9.646, 9.463, 10.248, 10.064, 10.971, 10.66],
      average: [6.179, 5.611, 5.839, 6.29, 6.839, 8.539, 9.692, 9.508, 10.109, 9.789],
    }),
    columns: { parallels: 15, requests: 5 },
  },
  tableOf('pm2-cluster', 2, {
    min: [0.642, 0.978, 1.299, 1.908, 4.206, 7.378, 6.445, 7.303, 7.157, 9.703],
    max: [12.685, 11.726, 10.892, 11.186, 10.486, 10.84, 10.621, 10.917, 11.214, 11.351],
    average: [6.411, 6.064, 6.32, 6.615, 7.313, 9.119, 9.995, 10.133, 10.788, 10.843],
  }),
  tableOf('pm2-cluster', 3, {
    min: [0.665, 0.965, 0.989, 1.206, 4.024, 6.078, 11.333, 32.019, 32.246, 34.931],
    max: [62.578, 53.793, 53.703, 53.64, 53.233, 52.651, 53.116, 50.88, 54.943, 53.018],
    average: [29.898, 27.016, 27.705, 27.87, 28.851, 30.346, 35.057, 40.265, 51.456, 49.394],
  }),
];
