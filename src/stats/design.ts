/** Least squares for a block design with holes: finds the cells that can be compared, and how well. */

export interface Design {
  /** The comparable cells without the baseline, as columns of the table. */
  readonly cells: readonly number[];
  /** `cell` is a place in `cells`, −1 for the baseline; `block` counts the blocks that are used. */
  readonly observations: readonly {
    readonly block: number;
    readonly cell: number;
    readonly value: number;
    /** The place of the value in the table. */
    readonly row: number;
    readonly column: number;
  }[];
  readonly blocks: number;
  /** Degrees of freedom left for the noise. */
  readonly degrees: number;
  /** Covariance of the estimated differences to the baseline, in units of the noise's variance. */
  readonly covariance: readonly (readonly number[])[];
}

/** [block][column]: the logarithm of one trial, or null where it failed or was left out. */
export type BlockTable = readonly (readonly (number | null)[])[];

/** The design of all cells that can be compared with the baseline; null if there are none. */
export function connectedDesign(table: BlockTable, baseline: number): Design | null {
  const present = (row: BlockTable[number], cell: number) => row[cell] !== null && row[cell] !== undefined;
  // A cell that shares a block with the baseline can be compared with it, and so can one that shares a block with such a cell.
  const linked = new Set([baseline]);
  for (let before = 0; before < linked.size;) {
    before = linked.size;
    for (const row of table) {
      if (![...linked].some((cell) => present(row, cell))) continue;
      row.forEach((_, cell) => present(row, cell) && linked.add(cell));
    }
  }
  linked.delete(baseline);
  const cells = [...linked].toSorted((a, b) => a - b);
  if (cells.length === 0) return null;
  const place = new Map([[baseline, -1], ...cells.map((cell, i): [number, number] => [cell, i])]);

  // A block with a single trial shows no difference.
  const rows = table
    .map((values, row) =>
      values.flatMap((value, column) =>
        value === null || !place.has(column) ? [] : [{ row, column, cell: place.get(column) ?? -1, value }],
      ),
    )
    .filter((row) => row.length > 1);
  const observations = rows.flatMap((row, block) => row.map((one) => ({ block, ...one })));
  const covariance = inverse(information(cells.length, observations, rows.length));
  return {
    cells,
    observations,
    blocks: rows.length,
    degrees: observations.length - rows.length - cells.length,
    covariance,
  };
}

/** Least-squares differences to the baseline, for `values` in place of the observed ones, and the residuals. */
export function fitCells(
  design: Design,
  values: readonly number[],
): { effects: readonly number[]; residuals: readonly number[] } {
  const { observations, cells, covariance } = design;
  const blockMeans = meansByBlock(design, values);
  // Within-block totals of each cell; that of the baseline follows from the others.
  const totals = cells.map(() => 0);
  observations.forEach(({ block, cell }, i) => {
    if (cell >= 0) totals[cell] = (totals[cell] ?? 0) + (values[i] ?? 0) - (blockMeans[block] ?? 0);
  });
  const effects = covariance.map((row) => row.reduce((sum, v, j) => sum + v * (totals[j] ?? 0), 0));
  const withoutCells = observations.map(({ cell }, i) => (values[i] ?? 0) - (effects[cell] ?? 0));
  const blockEffects = meansByBlock(design, withoutCells);
  const residuals = observations.map(({ block }, i) => (withoutCells[i] ?? 0) - (blockEffects[block] ?? 0));
  return { effects, residuals };
}

function meansByBlock({ observations, blocks }: Design, values: readonly number[]): number[] {
  const sums = Array.from({ length: blocks }, () => 0);
  const counts = Array.from({ length: blocks }, () => 0);
  observations.forEach(({ block }, i) => {
    sums[block] = (sums[block] ?? 0) + (values[i] ?? 0);
    counts[block] = (counts[block] ?? 0) + 1;
  });
  return sums.map((sum, block) => sum / (counts[block] ?? 1));
}

/** The information matrix of the cells once the blocks are fitted: diag(trials) − Σ over blocks of 1/size. */
function information(cells: number, observations: Design['observations'], blocks: number): number[][] {
  const matrix = Array.from({ length: cells }, () => Array.from({ length: cells }, () => 0));
  for (let block = 0; block < blocks; block++) {
    const members = observations.filter((observation) => observation.block === block);
    for (const { cell: i } of members) {
      for (const { cell: j } of members) {
        const row = matrix[i];
        if (row && j >= 0) row[j] = (row[j] ?? 0) + (i === j ? 1 : 0) - 1 / members.length;
      }
    }
  }
  return matrix;
}

/** Gauss–Jordan without pivoting: the information matrix of linked cells is positive definite. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  rows.forEach((pivotRow, pivot) => {
    const divisor = pivotRow[pivot] ?? 1;
    for (let j = 0; j < 2 * size; j++) pivotRow[j] = (pivotRow[j] ?? 0) / divisor;
    rows.forEach((row, i) => {
      const factor = row[pivot] ?? 0;
      if (i === pivot || factor === 0) return;
      for (let j = 0; j < 2 * size; j++) row[j] = (row[j] ?? 0) - factor * (pivotRow[j] ?? 0);
    });
  });
  return rows.map((row) => row.slice(size));
}
