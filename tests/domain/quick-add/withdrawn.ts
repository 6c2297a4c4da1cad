import type { QuickAddResult } from '../../../domain/quick-add/result.js';

type Read = Extract<QuickAddResult, { kind: 'task' }>;

/** Returns true if no date, time and repetition was read, the whole text is the title, and a warning says so. */
export function isWithdrawn(text: string, { task, warnings }: Read): boolean {
  const { title, date, time, recurrence, durationMinutes, softDue } = task;
  const isUnread = [date, time, recurrence, durationMinutes, softDue].every((value) => value === null);
  return isUnread && title === text.trim() && warnings.some(({ start, end }) => end > start);
}
