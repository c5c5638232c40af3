/** The article on event loop and worker threads: milliseconds and requests a second, as its client printed them. */
const rows = [
  ['prime', 'single', 185.09, 1.85, 540.26],
  ['prime', 'workers', 61.93, 0.62, 1614.72],
  ['word-count', 'single', 4353.71, 43.54, 22.97],
  ['word-count', 'workers', 1101.25, 11.01, 90.81],
  ['small-files', 'single', 61, 3.84, 1639.34],
  ['small-files', 'workers', 50, 3.26, 2000],
  ['delays', 'single', 311, 27.74, 321.54],
  ['delays', 'workers', 87, 5.1, 1149.43],
] as const;

/** Of one event loop, and of four worker threads. */
export const publishedFigures = rows.map(([work, server, total, average, perSecond]) => ({
  work,
  server,
  total,
  average,
  perSecond,
}));
