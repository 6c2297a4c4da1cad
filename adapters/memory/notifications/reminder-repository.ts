import type {
  ReminderCandidate,
  ReminderRepository,
  Window,
} from '../../../application/notifications/ports.js';
import { completePreferences } from '../../../domain/notifications/preferences.js';
import { concerns, dueReminders } from '../../../domain/notifications/reminders.js';
import { compareSortKeys, type SortKey } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { Store } from '../store.js';

const ONLY_ROW = 'made';

/** Units of work run one after the other here: whoever asks has the claim. */
export class InMemoryReminderRepository implements ReminderRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async claim(): Promise<{ madeUntil: Instant | null } | null> {
    return { madeUntil: this.#store.remindersMade.get(ONLY_ROW) ?? null };
  }

  async made(until: Instant): Promise<void> {
    this.#store.remindersMade.set(ONLY_ROW, until);
  }

  async candidates(
    window: Window,
    after: SortKey | null,
    limit: number,
  ): Promise<readonly ReminderCandidate[]> {
    const open = this.#store.occurrences.filter(
      ({ status, deletedAt, date }) => status === 'TODO' && deletedAt === null && date !== null,
    );
    const candidates = open
      .flatMap((occurrence) => this.#candidatesOf(occurrence))
      .filter((one) => dueReminders(one, window).length > 0)
      .filter((one) => after === null || compareSortKeys(candidateKey(one), after) > 0)
      .toSorted((a, b) => compareSortKeys(candidateKey(a), candidateKey(b)));
    return candidates.slice(0, limit);
  }

  #candidatesOf(occurrence: Occurrence): ReminderCandidate[] {
    const { householdId, date } = occurrence;
    const household = this.#store.households.get(householdId);
    if (date === null || household === undefined) return [];
    const members = this.#store.members.filter(
      (member) =>
        member.householdId === householdId && member.leftAt === null && concerns(occurrence, member.id),
    );
    return members.flatMap(({ id: memberId, accountId, awayPeriods, activeFrom, activeUntil }) => {
      const account = accountId === null ? undefined : this.#store.accounts.get(accountId);
      if (account === undefined || account.disabledAt !== null) return [];
      const { morningTime } = completePreferences(
        this.#store.notificationPreferences.get(account.id) ?? null,
      );
      return [
        {
          householdId,
          occurrenceId: occurrence.id,
          memberId,
          title: occurrence.title,
          date,
          time: occurrence.time,
          reminders: occurrence.reminders,
          showFrom: occurrence.showFrom,
          householdZone: household.timeZone,
          memberZone: account.timeZone,
          morningTime,
          awayPeriods,
          activeFrom,
          activeUntil,
        },
      ];
    });
  }
}

function candidateKey({ householdId, occurrenceId, memberId }: ReminderCandidate): SortKey {
  return [householdId, occurrenceId, memberId];
}
