import type { Household, Member } from '../../domain/households/household.js';
import type { ReminderSubject } from '../../domain/notifications/reminders.js';
import type { SortKey } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';

/** Somebody to remind: a member whom an open task `concerns`, as domain/notifications/reminders has it. */
export type ReminderCandidate = ReminderSubject & {
  readonly householdId: Household['id'];
  readonly title: Occurrence['title'];
  readonly awayPeriods: Member['awayPeriods'];
};

export type Window = { readonly since: Instant; readonly now: Instant };

export interface ReminderRepository {
  /**
   * The instant up to which reminders have been made; null: none ever. Locked until the transaction ends, so that
   * of two workers one makes them; null in `claimed` when another has it.
   */
  claim(): Promise<{ readonly madeUntil: Instant | null } | null>;
  made(until: Instant): Promise<void>;
  /**
   * Everybody for whom something may fall due in the window, in a stable order, at most `limit` after that one:
   * none too few, and not many more, whatever else is stored. Sort key: [householdId, occurrenceId, memberId].
   */
  candidates(window: Window, after: SortKey | null, limit: number): Promise<readonly ReminderCandidate[]>;
}
