import type { Sample } from './load.js';

/** One case: a sample of each round, in the same order on both sides. */
export type Row = {
  readonly name: string;
  readonly service: readonly Sample[];
  readonly floor: readonly Sample[];
};

const HEADINGS = [
  ...['case', 'service req/s', 'p50 ms', 'p99 ms'],
  ...['floor req/s', 'p50 ms', 'p99 ms', 'service/floor', 'of the rounds'],
];

/** A table in Markdown: medians of the rounds. */
export function printTable(rows: readonly Row[]): void {
  const lines = [HEADINGS, HEADINGS.map((_heading, i) => (i === 0 ? '---' : '--:')), ...rows.map(cellsOf)];
  for (const cells of lines) console.log(`| ${cells.join(' | ')} |`);
}

function cellsOf({ name, service, floor }: Row): string[] {
  const ratios = service.map(({ perSecond }, i) => perSecond / (floor[i]?.perSecond ?? NaN));
  return [
    name,
    ...figuresOf(service),
    ...figuresOf(floor),
    `**${median(ratios).toFixed(2)}**`,
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
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

/** `sorted` ascends. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
