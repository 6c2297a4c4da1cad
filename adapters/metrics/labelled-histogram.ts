import type { Histogram } from 'prom-client';

type Label = string | number;
/** One level a label, and a series below the last one. */
type Level = Map<Label, Level | Series>;
type Series = Histogram.Internal<string>;

/** A histogram that finds its series by their labels without making anything: it is asked with every request. */
export class LabelledHistogram {
  readonly #histogram: Histogram;
  readonly #known: Level = new Map();

  constructor(histogram: Histogram) {
    this.#histogram = histogram;
  }

  /** `labels` in the order of the histogram's names. */
  observe(value: number, ...labels: readonly Label[]): void {
    let level = this.#known;
    const last = labels.length - 1;
    for (let i = 0; i < last; i++) level = below(level, labels[i] as Label);
    const label = labels[last] as Label;
    let series = level.get(label) as Series | undefined;
    if (series === undefined) {
      series = this.#histogram.labels(...labels.map(String));
      level.set(label, series);
    }
    series.observe(value);
  }
}

function below(level: Level, label: Label): Level {
  let next = level.get(label) as Level | undefined;
  if (next === undefined) {
    next = new Map();
    level.set(label, next);
  }
  return next;
}
