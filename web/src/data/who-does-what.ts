import type { Occurrence } from './household.ts';

export type WhoDoesWhat = {
  readonly taskId: string;
  readonly title: string;
  /** How often each has done it. */
  readonly counts: ReadonlyMap<string, number>;
};

/** What comes back, with who has done it how often, of what the copy holds: in the order of the titles. */
export function whoDoesWhat(rows: readonly Occurrence[]): readonly WhoDoesWhat[] {
  const found = new Map<string, { taskId: string; title: string; counts: Map<string, number> }>();
  for (const { taskId, seriesId, title, status, visibility, completedForIds } of rows) {
    if (seriesId === null || status !== 'DONE' || visibility !== 'SHARED') continue;
    const one = found.get(taskId) ?? { taskId, title, counts: new Map<string, number>() };
    for (const who of completedForIds) one.counts.set(who, (one.counts.get(who) ?? 0) + 1);
    found.set(taskId, one);
  }
  return [...found.values()].sort((a, b) => a.title.localeCompare(b.title));
}
