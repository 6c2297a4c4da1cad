import type { DayCalendar } from '../../domain/days/calendar.js';
import { afterFetch, type Fetched, isReadWhole, keptWindow } from '../../domain/days/subscription.js';
import { causeKey } from '../../domain/notifications/cause.js';
import { MINUTE_MS } from '../../domain/shared/durations.js';
import type { DayCalendarId, HouseholdId } from '../../domain/shared/ids.js';
import { sameJson } from '../../domain/shared/json.js';
import { civilMomentAt } from '../../domain/shared/zone.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { takeFirstStep } from '../bulk/bulk-work.js';
import { followDays, takeDaysStep } from './follow-days.js';
import type { FetchClaim } from './ports.js';

type Dependencies = Needs<
  | 'unitOfWork'
  | 'clock'
  | 'ids'
  | 'households'
  | 'icsSource'
  | 'icsReader'
  | 'tokenCipher'
  | 'logger'
  | 'bulkLine'
>;

/**
 * How long a process reserves a calendar for its fetch. A fetch takes less time, so no other process fetches the same
 * calendar at the same time. If the process dies, another one fetches the calendar after this time.
 */
const CLAIM_MS = 15 * MINUTE_MS;
const BATCH = 40;
/** The number of fetches that run in parallel. */
const AT_ONCE = 10;
/** The maximum number of batches in one run. Calendars that are still due then wait for the next run. */
const MAX_BATCHES = 10;

/** Fetches the calendars that are due. Processes may run it in parallel: each calendar is fetched once. */
export function fetchDayCalendars(dependencies: Dependencies) {
  const claim = claimDue(dependencies);
  return async (): Promise<void> => {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const due = [...(await claim({ limit: BATCH }))];
      const isLast = due.length < BATCH;
      const fetchRest = async () => {
        for (let next = due.shift(); next !== undefined; next = due.shift())
          await fetchOne(dependencies, next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, fetchRest));
      if (isLast) return;
    }
  };
}

/** Fetches one calendar, unless it was deleted, was fetched in between, or another process is fetching it. */
export function fetchDayCalendar(dependencies: Dependencies) {
  const claim = claimDue(dependencies);
  return async (only: { readonly householdId: HouseholdId; readonly id: DayCalendarId }): Promise<void> => {
    const [calendar] = await claim({ limit: 1, only });
    if (calendar !== undefined) await fetchOne(dependencies, calendar);
  };
}

function claimDue({ unitOfWork, clock }: Dependencies) {
  return (which: Pick<FetchClaim, 'limit' | 'only'>) => {
    const now = clock.now();
    return unitOfWork.run(({ dayCalendars }) =>
      dayCalendars.claimDue({ now, until: now + CLAIM_MS, ...which }),
    );
  };
}

/** Fetches the calendar and stores the outcome, unless it was deleted or its address was changed in between. */
async function fetchOne(dependencies: Dependencies, claimed: DayCalendar): Promise<void> {
  const { unitOfWork, logger, bulkLine } = dependencies;
  const { householdId, id } = claimed;
  const fetched = await ask(dependencies, claimed);
  const error = await bulkLine.run(() =>
    unitOfWork.run((scope) => takeOver(dependencies, scope, claimed, fetched)),
  );
  if (error === null) return;
  const { reason = null } = fetched.kind === 'failed' ? fetched : {};
  logger.warn('fetching a day calendar failed', { householdId, dayCalendarId: id, error, reason });
}

async function ask(
  { households, icsSource, icsReader, tokenCipher, clock }: Dependencies,
  calendar: DayCalendar,
): Promise<Fetched> {
  const url = calendar.url === null ? null : tokenCipher.decrypt(calendar.url);
  if (url === null) return { kind: 'failed', error: 'ADDRESS_LOST' };
  const household = await households.find(calendar.householdId);
  if (household === null) return { kind: 'unchanged' };
  const now = clock.now();
  const answer = await icsSource.read(url, isReadWhole(calendar, now) ? null : calendar.etag);
  if (answer.kind !== 'read') return answer;
  const { date: today } = civilMomentAt(household.timeZone, now);
  const context = { home: household.timeZone, today, window: keptWindow(today) };
  const read = await icsReader.readDays(answer.file, context);
  return read.kind === 'failed' ? read : { ...read, etag: answer.etag };
}

/**
 * Stores the outcome of a fetch. Returns the error of the fetch, or null if there was none. Returns null and stores
 * nothing if the calendar was deleted, its address was changed, or the disk is full.
 */
async function takeOver(
  dependencies: Dependencies,
  scope: UnitOfWorkScope,
  claimed: DayCalendar,
  fetched: Fetched,
): Promise<DayCalendar['error']> {
  const now = dependencies.clock.now();
  const household = await scope.households.findForUpdate(claimed.householdId);
  if (household === null) return null;
  const all = await scope.dayCalendars.lockAll(household.id);
  const calendar = all.find(({ id }) => id === claimed.id);
  if (calendar === undefined || calendar.url !== claimed.url) return null;
  const { date: today } = civilMomentAt(household.timeZone, now);
  const after = afterFetch(calendar, fetched, { now, today });
  // The disk is full. The calendar stays unchanged and is fetched again when its claim has ended.
  if (scope.quota.lacksSpace([calendar.days, calendar.ignored], [after.days, after.ignored])) return null;
  await scope.dayCalendars.save(after);
  if (!sameJson(calendar.days, after.days)) {
    const actor = { household, memberId: null };
    const work = await followDays(scope, actor, [after.id], all);
    await takeFirstStep(dependencies, scope, actor, work, takeDaysStep(dependencies));
  }
  if (calendar.error === null && after.error !== null) await notifyFailed(scope, after, now);
  scope.events.raise({ kind: 'days', householdId: household.id, actorId: null, at: now });
  return after.error;
}

/** Notifies the owners, who can enter another address. Called only at the first failure after a success. */
async function notifyFailed(
  { households, jobs }: Pick<UnitOfWorkScope, 'households' | 'jobs'>,
  { householdId, id }: DayCalendar,
  at: number,
): Promise<void> {
  const members = await households.members(householdId);
  await jobs.enqueue('notify', {
    householdId,
    type: 'DAY_CALENDAR_FAILED',
    actorId: null,
    recipientIds: members.filter(({ role }) => role === 'OWNER').map((owner) => owner.id),
    exceptIds: [],
    occurrenceId: null,
    subjectId: id,
    cause: causeKey({ kind: 'dayCalendarFailed', id, at }),
  });
}
