import type { Sample } from './load.js';
import type { Case } from './scenario.js';

/**
 * The smallest acceptable ratio of the service's throughput to that of the floor. It applies to the median of
 * the rounds, and is a fifth below the ratio that was measured on a quiet machine.
 */
const LEAST_RATIO: Readonly<Record<Case, number>> = {
  create: 0.086,
  list: 0.5,
  get: 0.29,
  complete: 0.097,
};

/** The results of a case: one sample per round, in the same order on both sides. */
export type Row = {
  readonly name: Case;
  readonly service: readonly Sample[];
  readonly floor: readonly Sample[];
};

const HEADINGS = [
  ...['case', 'service req/s', 'p50 ms', 'p99 ms'],
  ...['floor req/s', 'p50 ms', 'p99 ms', 'service/floor', 'of the rounds'],
];

/** Prints a Markdown table with the medians of the rounds. */
export function printTable(rows: readonly Row[]): void {
  const lines = [HEADINGS, HEADINGS.map((_heading, i) => (i === 0 ? '---' : '--:')), ...rows.map(cellsOf)];
  for (const cells of lines) console.log(`| ${cells.join(' | ')} |`);
}

/** Returns the limits that were exceeded. A case without a figure fails too. */
export function ratioFailures(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const ratio = median(ratiosOf(row));
    const least = LEAST_RATIO[row.name];
    return ratio >= least ? [] : [`${row.name}: ${ratio.toFixed(3)} of the floor, to be at least ${least}`];
  });
}

const ratiosOf = ({ service, floor }: Row): number[] =>
  service.map(({ perSecond }, i) => perSecond / (floor[i]?.perSecond ?? NaN));

function cellsOf(row: Row): string[] {
  const ratios = ratiosOf(row);
  return [
    row.name,
    ...figuresOf(row.service),
    ...figuresOf(row.floor),
    `**${median(ratios).toFixed(3)}**`,
    `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
  ];
}

function figuresOf(samples: readonly Sample[]): string[] {
  return [
    median(samples.map(({ perSecond }) => perSecond)).toFixed(0),
    median(samples.map(({ latencies }) => quantile(latencies, 0.5))).toFixed(1),
    median(samples.map(({ latencies }) => quantile(latencies, 0.99))).toFixed(1),
  ];
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Returns the quantile of values in ascending order. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
