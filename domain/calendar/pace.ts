const MIN_MS = 200;
const MAX_MS = 2000;
const GOOD_IN_A_ROW = 20;
const EASED = 0.9;

/** The distance between two writes to one calendar. */
export type Spacing = {
  readonly ms: number;
  /** Writes since it last changed. */
  readonly good: number;
};

export const FIRST_SPACING: Spacing = { ms: MIN_MS, good: 0 };

/** After the provider complained: twice as far. */
export function slowed({ ms }: Spacing): Spacing {
  return { ms: Math.min(ms * 2, MAX_MS), good: 0 };
}

/** After a write without complaint: every twentieth in a row takes a tenth off. */
export function eased({ ms, good }: Spacing): Spacing {
  if (good + 1 < GOOD_IN_A_ROW) return { ms, good: good + 1 };
  return { ms: Math.max(ms * EASED, MIN_MS), good: 0 };
}
