import {
  MANUAL_CALENDAR,
  type CalendarDay,
  type DayCalendar,
  DAY_CALENDARS_LIMIT,
  dayProblems,
  sortDays,
} from '../../domain/days/calendar.js';
import { NEVER_FETCHED } from '../../domain/days/subscription.js';
import type { DayCalendarId } from '../../domain/shared/ids.js';
import { isPublicUrl, toHttps } from '../../domain/shared/public-url.js';
import { continueInRequest, isWithinRequest, takeFirstStep } from '../bulk/bulk-work.js';
import { type DaysWork, followDays, takeDaysStep } from './follow-days.js';
import type { MemberCaller } from '../shared/caller.js';
import {
  householdNotFound,
  invalidState,
  limitReached,
  notFound,
  validationFailed,
  invalidField,
} from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { CALENDAR_ADDRESSES, calendarAddressesKey, countAttempt } from '../shared/rate-limits.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { raiseEvent } from '../shared/events/domain-event.js';

export type DayCalendarFields = Pick<DayCalendar, 'name' | 'ignored'>;
export type CalendarEdit = Partial<DayCalendarFields> & { readonly url?: string };
type Dependencies = Needs<'unitOfWork' | 'clock' | 'ids' | 'tokenCipher' | 'rateLimiter'>;

/** Lists the day calendars of the household in the order of their creation. */
export function listDayCalendars({ dayCalendars }: Needs<'dayCalendars'>) {
  return ({ household }: MemberCaller): Promise<readonly DayCalendar[]> => dayCalendars.list(household.id);
}

export type NewDayCalendar = DayCalendarFields & {
  readonly days: readonly CalendarDay[];
  /** The address of the day calendar. null means that the days are entered by hand. */
  readonly url: string | null;
};

/**
 * Creates a calendar whose days are entered by hand or fetched from an address.
 *
 * @throws LIMIT_REACHED if the household, or the caller's account, has the maximum number of calendars.
 * @throws RATE_LIMITED if the household has entered too many addresses in a day.
 * @throws VALIDATION_FAILED for days that end before they begin or are too long, for an address that is not public,
 *   and for days together with an address.
 */
export function createDayCalendar(dependencies: Dependencies) {
  const { unitOfWork, clock, ids } = dependencies;
  return async (caller: MemberCaller, { name, days, ignored, url }: NewDayCalendar): Promise<DayCalendar> => {
    if (url !== null && days.length > 0)
      throw invalidField('days', 'conflict', 'must not be sent together with url');
    const householdId = caller.household.id;
    const calendar = {
      id: ids.next<DayCalendarId>(),
      householdId,
      name,
      days: admitted(days, 'days.'),
      ignored,
      ...(url === null ? MANUAL_CALENDAR : await subscribed(dependencies, caller, url)),
    };
    return unitOfWork.run(async (scope) => {
      const all = await lockCalendars(scope, caller);
      if (all.length >= DAY_CALENDARS_LIMIT)
        throw limitReached(
          'dayCalendars',
          `A household may have at most ${DAY_CALENDARS_LIMIT} day calendars. Delete one first`,
        );
      await scope.dayCalendars.insert(calendar);
      await fetchSoon(scope, calendar);
      raiseEvent(scope.events, caller, clock.now(), { kind: 'days' });
      return calendar;
    });
  };
}

/**
 * Edits a calendar. Missing fields stay unchanged. If the edit contains an address, a job fetches its days at once,
 * even if it is the current one.
 *
 * @throws NOT_FOUND if the calendar does not exist.
 * @throws INVALID_STATE for the address of a calendar whose days are entered by hand.
 * @throws RATE_LIMITED or VALIDATION_FAILED as {@link createDayCalendar}.
 */
export function editDayCalendar(dependencies: Dependencies) {
  return async (
    caller: MemberCaller,
    id: DayCalendarId,
    { url, ...edit }: CalendarEdit,
  ): Promise<DayCalendar> => {
    const subscription = url === undefined ? null : await subscribed(dependencies, caller, url);
    return changeDays(dependencies, caller, async (scope) => {
      const begun = await beginCalendarEdit(dependencies, scope, caller, id, edit, subscription);
      if (subscription !== null) await fetchSoon(scope, begun.calendar);
      return begun;
    });
  };
}

type Subscription = Awaited<ReturnType<typeof subscribed>>;

/**
 * Saves the calendar, and returns the work on the series that avoid its days. Throws the errors of
 * {@link editDayCalendar}.
 */
export function beginCalendarEdit(
  dependencies: Needs<'clock'>,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: DayCalendarId,
  edit: Partial<DayCalendarFields>,
  subscription: Subscription | null = null,
): Promise<CalendarChange> {
  return saveCalendar(dependencies, scope, caller, id, (calendar) => {
    if (subscription !== null && calendar.url === null)
      throw invalidState(
        'DAYS_SET_BY_HAND',
        'The days of this calendar are entered by hand. It has no address',
      );
    return { ...calendar, ...edit, ...subscription };
  });
}

/**
 * Replaces all days of a calendar.
 * @throws NOT_FOUND if the calendar does not exist.
 * @throws INVALID_STATE if its days are fetched from an address.
 * @throws VALIDATION_FAILED for days that end before they begin or are too long.
 */
export function setDays(dependencies: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return (caller: MemberCaller, id: DayCalendarId, days: readonly CalendarDay[]): Promise<DayCalendar> =>
    changeDays(dependencies, caller, (scope) => beginSettingDays(dependencies, scope, caller, id, days));
}

/** Saves the days, and returns the work on the series that avoid them. Throws the errors of {@link setDays}. */
export async function beginSettingDays(
  dependencies: Needs<'clock'>,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: DayCalendarId,
  days: readonly CalendarDay[],
): Promise<CalendarChange> {
  const admittedDays = admitted(days, '');
  return saveCalendar(dependencies, scope, caller, id, (calendar) => {
    if (calendar.url !== null)
      throw invalidState(
        'DAYS_FETCHED',
        'The days of this calendar are fetched from its address and cannot be edited',
      );
    return { ...calendar, days: admittedDays };
  });
}

/** Deletes a calendar. Series no longer avoid its days. Throws NOT_FOUND if the calendar does not exist. */
export function deleteDayCalendar(dependencies: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return async (caller: MemberCaller, id: DayCalendarId): Promise<void> => {
    await changeDays(dependencies, caller, (scope) => beginCalendarDeletion(dependencies, scope, caller, id));
  };
}

/**
 * Deletes the calendar, and returns the work of planning the series that avoided its days again.
 * @throws NOT_FOUND if the calendar does not exist.
 */
export async function beginCalendarDeletion(
  { clock }: Needs<'clock'>,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: DayCalendarId,
): Promise<CalendarChange> {
  const all = await lockCalendars(scope, caller);
  const calendar = requireCalendar(all, id);
  await scope.dayCalendars.remove(caller.household.id, calendar.id);
  const work = await followDays(scope, caller, [id], all);
  raiseEvent(scope.events, caller, clock.now(), { kind: 'days' });
  return { calendar, work };
}

/** A calendar that was saved or deleted, and the work on the series that avoid its days. */
export type CalendarChange = { readonly calendar: DayCalendar; readonly work: DaysWork };

/** Changes a calendar, and plans the first series again. A job plans the others if there are many. */
async function changeDays(
  dependencies: Needs<'unitOfWork' | 'clock' | 'ids'>,
  caller: MemberCaller,
  begin: (scope: UnitOfWorkScope) => Promise<CalendarChange>,
): Promise<DayCalendar> {
  const take = takeDaysStep(dependencies);
  const { first, calendar } = await dependencies.unitOfWork.run(async (scope) => {
    const { calendar, work } = await begin(scope);
    return { first: await takeFirstStep(dependencies, scope, caller, work, take), calendar };
  });
  await continueInRequest(dependencies, caller, first, take, isWithinRequest);
  return calendar;
}

/** Returns the fields of a calendar whose days will be fetched from this address. */
async function subscribed(
  { tokenCipher, rateLimiter, clock }: Dependencies,
  { household }: MemberCaller,
  address: string,
): Promise<Pick<DayCalendar, 'url' | 'host' | 'nextFetchAt'> & typeof NEVER_FETCHED> {
  const text = toHttps(address);
  if (!isPublicUrl(text))
    throw invalidField(
      'url',
      'publicUrl',
      'must be an https or webcal address at a public name, without a port, a user or a password',
    );
  await countAttempt({ rateLimiter, clock }, calendarAddressesKey(household.id), CALENDAR_ADDRESSES);
  const { href, hostname: host } = new URL(text);
  return { url: tokenCipher.encrypt(href), host, ...NEVER_FETCHED, nextFetchAt: clock.now() };
}

async function fetchSoon(
  { jobs }: Pick<UnitOfWorkScope, 'jobs'>,
  { householdId, id, url }: DayCalendar,
): Promise<void> {
  if (url === null) return;
  await jobs.enqueue('fetch-day-calendar', { householdId, dayCalendarId: id }, { singletonKey: id });
}

function admitted(days: readonly CalendarDay[], prefix: string): readonly CalendarDay[] {
  const problems = dayProblems(days);
  if (problems.length === 0) return sortDays(days);
  throw validationFailed(problems.map((problem) => ({ ...problem, field: prefix + problem.field })));
}

/** Locks the household and then its calendars, so that two changes of calendars run one after the other. */
async function lockCalendars(
  { households, dayCalendars }: Pick<UnitOfWorkScope, 'households' | 'dayCalendars'>,
  { household }: MemberCaller,
): Promise<readonly DayCalendar[]> {
  if ((await households.findForUpdate(household.id)) === null) throw householdNotFound();
  return dayCalendars.lockAll(household.id);
}

function requireCalendar(all: readonly DayCalendar[], id: DayCalendarId): DayCalendar {
  const found = all.find((calendar) => calendar.id === id);
  if (found === undefined) throw notFound('day calendar');
  return found;
}

/** Saves the edited calendar, and returns the work on the series that avoid its days. */
async function saveCalendar(
  { clock }: Needs<'clock'>,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: DayCalendarId,
  edit: (calendar: DayCalendar) => DayCalendar,
): Promise<CalendarChange> {
  const all = await lockCalendars(scope, caller);
  const before = requireCalendar(all, id);
  const calendar = edit(before);
  await scope.dayCalendars.save(calendar);
  const work = await followDays(scope, caller, [id], all);
  raiseEvent(scope.events, caller, clock.now(), { kind: 'days' });
  return { calendar, work };
}
