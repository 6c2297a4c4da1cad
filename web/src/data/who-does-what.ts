import { civilDate } from '../i18n/formats.ts';
import type { Occurrence } from './household.ts';

export type WhoDoesWhat = {
  readonly taskId: string;
  readonly title: string;
  /** How often each member completed the task, by member id. */
  readonly counts: ReadonlyMap<string, number>;
};

/**
 * Returns how often each member completed each repeating task in `rows`, sorted by the title of the task. PERSONAL tasks
 * are left out, and occurrences that were completed before the day `since` in the time zone.
 */
export function whoDoesWhat(
  rows: readonly Occurrence[],
  since: string,
  timeZone: string,
): readonly WhoDoesWhat[] {
  const found = new Map<string, { taskId: string; title: string; counts: Map<string, number> }>();
  for (const { taskId, seriesId, title, status, visibility, completedAt, completedForIds } of rows) {
    if (seriesId === null || status !== 'DONE' || visibility !== 'SHARED') continue;
    if (completedAt === null || civilDate(new Date(completedAt), timeZone) < since) continue;
    const one = found.get(taskId) ?? { taskId, title, counts: new Map<string, number>() };
    for (const who of completedForIds) one.counts.set(who, (one.counts.get(who) ?? 0) + 1);
    found.set(taskId, one);
  }
  return [...found.values()].sort((a, b) => a.title.localeCompare(b.title));
}
