import {
  candidateKey,
  type ReminderCandidate,
  type ReminderRepository,
  type ReminderWindow,
} from '../../../../application/notifications/ports.js';
import { completePreferences } from '../../../../domain/notifications/preferences.js';
import { concerns, dueReminders, listExpected } from '../../../../domain/notifications/reminders.js';
import { compareSortKeys, type SortKey } from '../../../../domain/shared/page.js';
import type { Member } from '../../../../domain/households/household.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import type { Occurrence } from '../../../../domain/tasks/occurrence.js';
import { InMemoryRepository } from '../store.js';

const ONLY_ROW = 'made';

/** Every caller gets the claim, because units of work run one after the other. */
export class InMemoryReminderRepository extends InMemoryRepository implements ReminderRepository {
  async claim(): Promise<{ madeUntil: Instant | null } | null> {
    return { madeUntil: this.store.remindersMade.get(ONLY_ROW) ?? null };
  }

  async made(until: Instant): Promise<void> {
    this.store.remindersMade.set(ONLY_ROW, until);
  }

  async candidates(
    window: ReminderWindow,
    after: SortKey | null,
    limit: number,
  ): Promise<readonly ReminderCandidate[]> {
    const open = this.store.occurrences.filter(
      ({ status, deletedAt, date }) => status === 'TODO' && deletedAt === null && date !== null,
    );
    const candidates = open
      .flatMap((occurrence) => this.#candidatesOf(occurrence))
      .filter((one) => after === null || compareSortKeys(candidateKey(one), after) > 0)
      .filter((one) => dueReminders(one, window).length > 0)
      .toSorted((a, b) => compareSortKeys(candidateKey(a), candidateKey(b)));
    return candidates.slice(0, limit);
  }

  #candidatesOf(occurrence: Occurrence): ReminderCandidate[] {
    const { householdId, date } = occurrence;
    const household = this.store.households.get(householdId);
    if (date === null || household === undefined) return [];
    const members = this.store.members.filter(
      (member) =>
        member.householdId === householdId && member.leftAt === null && concerns(occurrence, member.id),
    );
    return members.flatMap((member) =>
      this.#recipientsFor(member, occurrence).flatMap((recipient): ReminderCandidate[] => {
        const { id: memberId, accountId, role } = recipient;
        const account = accountId === null ? undefined : this.store.accounts.get(accountId);
        if (account === undefined || account.disabledAt !== null) return [];
        const { morningTime } = completePreferences(
          this.store.notificationPreferences.get(account.id) ?? null,
        );
        const { awayPeriods, activeFrom, activeUntil } = recipient;
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
            nag: occurrence.nag,
            escalateAfterMinutes:
              occurrence.visibility === 'PERSONAL' ? null : occurrence.escalateAfterMinutes,
            responsibleMemberIds: occurrence.responsibleMemberIds,
            expectedMemberIds: listExpected(occurrence),
            householdZone: household.timeZone,
            memberZone: account.timeZone,
            morningTime,
            awayPeriods,
            activeFrom,
            activeUntil,
            role,
            forMember: member.isProxy
              ? { ...pickPresence(member), managers: this.#managersOf(member).map(pickPresence) }
              : null,
          },
        ];
      }),
    );
  }

  /** Returns who gets the member's reminders: the member, or the managers and owners if the member has no account. */
  #recipientsFor(member: Member, { responsibleMemberIds }: Occurrence): readonly Member[] {
    if (!member.isProxy) return [member];
    if (responsibleMemberIds.length === 0) return [];
    const owners = this.#active(member).filter(({ role }) => role === 'OWNER');
    return [...new Set([...this.#managersOf(member), ...owners])];
  }

  #managersOf(member: Member): readonly Member[] {
    return this.#active(member).filter(({ id, isProxy }) => !isProxy && member.managerIds.includes(id));
  }

  #active({ householdId }: Member): readonly Member[] {
    return this.store.members.filter((one) => one.householdId === householdId && one.leftAt === null);
  }
}

function pickPresence({ id, awayPeriods, activeFrom, activeUntil }: Member) {
  return { id, awayPeriods, activeFrom, activeUntil };
}
