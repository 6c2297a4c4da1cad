import { causeKey } from '../../domain/notifications/cause.js';
import { dueReminders, escalatedTo, LATEST_MS } from '../../domain/notifications/reminders.js';
import type { Member } from '../../domain/households/household.js';
import { spokespersonsOf } from '../../domain/households/membership.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import { listAbsences, listAwayPeriods, type Presence } from '../../domain/households/away.js';
import { isAway } from '../../domain/rotation/away.js';
import type { SortKey } from '../../domain/shared/page.js';
import { civilMomentAt } from '../../domain/shared/zone.js';
import { candidateKey, type ReminderCandidate, type ReminderWindow } from './ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { deliver, type NewNotification } from './deliver.js';
import type { Needs } from '../composition/needs.js';
import { eachPart } from '../shared/pages.js';

const BATCH = 500;
/**
 * Each run looks this far back before the end of the previous run. It is longer than a request takes from reading the
 * clock to its commit, because the previous run did not see tasks that were committed later.
 */
const OVERLAP_MS = 60_000;

/**
 * Creates the reminders of all households that have become due since the last run. Reminders that are late by more
 * than a day are dropped. The progress is committed together with the reminders, so that nothing is lost or created
 * twice if the process is killed, and of two workers only one does the work. Returns how many were new.
 */
export function sendReminders(dependencies: Needs<'unitOfWork' | 'clock' | 'ids' | 'channels'>) {
  return (): Promise<number> =>
    dependencies.unitOfWork.run(async (scope) => {
      const now = dependencies.clock.now();
      const claimed = await scope.reminders.claim();
      if (claimed === null) return 0;
      // `madeUntil` is in the future if the clock was ahead and has been set back. Then this run starts from now.
      // Reminders that were created too early exist already, so they are not created again.
      const madeUntil = Math.min(claimed.madeUntil ?? now, now);
      const since = Math.max(madeUntil - OVERLAP_MS, now - LATEST_MS);
      let made = 0;
      await eachPart(async (after: SortKey | null) => {
        const batch = await scope.reminders.candidates({ since, now }, after, BATCH);
        made += await remind(dependencies, scope, batch, { since, now });
        const last = batch.at(BATCH - 1);
        return last === undefined ? null : candidateKey(last);
      });
      if (claimed.madeUntil !== now) await scope.reminders.made(now);
      return made;
    });
}

async function remind(
  dependencies: Needs<'clock' | 'ids' | 'channels'>,
  scope: UnitOfWorkScope,
  batch: readonly ReminderCandidate[],
  window: ReminderWindow,
): Promise<number> {
  const news = batch.filter((one) => isRecipient(one, window.now)).flatMap((one) => newsFor(one, window));
  const others = await escalations(scope, batch, window);
  return (await deliver(dependencies, scope, [...news, ...others])).length;
}

/**
 * Returns the notifications to other members about tasks that are still open `escalateAfterMinutes` after their
 * start.
 */
async function escalations(
  { households }: Pick<UnitOfWorkScope, 'households'>,
  batch: readonly ReminderCandidate[],
  window: ReminderWindow,
): Promise<NewNotification[]> {
  const due = batch.flatMap((one) =>
    dueReminders(one, window).flatMap(({ type, cause }) =>
      type === 'TASK_ESCALATED' ? [{ one, cause }] : [],
    ),
  );
  const escalated: NewNotification[] = [];
  for (const [householdId, own] of Map.groupBy(due, ({ one }) => one.householdId)) {
    const members = await households.members(householdId);
    const away = listAwayPeriods(members);
    for (const { one, cause } of new Map(own.map((each) => [each.one.occurrenceId, each])).values()) {
      const { occurrenceId, title, date, time, responsibleMemberIds: responsible, householdZone } = one;
      const expected = one.expectedMemberIds;
      const today = civilMomentAt(householdZone, window.now).date;
      for (const recipientId of escalatedTo({ responsible, expected }, members, away, today))
        escalated.push({
          ...{ householdId, recipientId, type: 'TASK_ESCALATED', occurrenceId, cause: causeKey(cause) },
          params: { title, date, time, responsibleMemberIds: expected },
        });
    }
  }
  return escalated;
}

function newsFor(candidate: ReminderCandidate, window: ReminderWindow): NewNotification[] {
  const { householdId, occurrenceId, memberId, title, date, time, forMember } = candidate;
  const own = dueReminders(candidate, window).filter(({ type }) => type !== 'TASK_ESCALATED');
  return own.map(({ type, minutesBefore, nag, cause }) => ({
    householdId,
    recipientId: memberId,
    type,
    params: {
      title,
      date,
      time,
      ...(minutesBefore !== null && { minutesBefore }),
      ...(nag !== undefined && { nag }),
      ...(forMember && { forMemberId: forMember.id }),
    },
    occurrenceId,
    cause: causeKey(cause),
  }));
}

/**
 * Returns whether the candidate gets the reminder. A candidate gets their own reminder if they are present. A
 * candidate who speaks for a member without an account gets that member's reminder if the member is present.
 */
function isRecipient(candidate: ReminderCandidate, now: number): boolean {
  const { memberId, householdZone, role, forMember } = candidate;
  const { date } = civilMomentAt(householdZone, now);
  if (forMember === null) return isHere({ ...candidate, id: memberId }, date);
  const { managers } = forMember;
  const active = [
    ...managers.map((one) => ({ ...one, role: 'MEMBER' as const })),
    { ...candidate, id: memberId, role },
  ].map((one) => ({ ...one, leftAt: null, isProxy: false }));
  const spokespersons = spokespersonsOf({ managerIds: managers.map(({ id }) => id) }, active, date);
  return isHere(forMember, date) && spokespersons.includes(memberId);
}

function isHere(
  { id, ...presence }: Pick<Member, 'id'> & Omit<Presence, 'leftAt'>,
  date: CivilDate,
): boolean {
  return !isAway(new Map([[id, listAbsences({ ...presence, leftAt: null })]]), id, date);
}
