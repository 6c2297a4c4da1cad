import { isWritable, type CalendarLink } from '../../domain/calendar/link.js';
import { newEvent } from '../../domain/calendar/mirrored-event.js';
import type { CalendarConnectionId, CalendarLinkId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, notFound } from '../shared/errors.js';
import type { CalendarConnectionReader } from './ports.js';
import type { RemoteCalendar } from './provider.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { MirrorDependencies } from './mirror/mirror-run.js';
import { askProvider } from './ask-provider.js';
import { leaveCalendar } from './unlink.js';

/**
 * After this time, requests that were running when a calendar was linked have normally ended. The longest ones are those
 * that change many tasks and wait for their turn. The regular sweep of all calendars writes the changes of a request that
 * takes even longer.
 */
const RUNNING_REQUESTS_END_MS = 120_000;

type Choice = { readonly connectionId: CalendarConnectionId; readonly calendarId: string };

/**
 * Chooses the calendar that shows the household's occurrences. It is reached through one of the caller's connections.
 * Choosing the same calendar again changes nothing, unless its link is INVALID. Choosing another one removes the
 * events from the previous calendar.
 *
 * @throws NOT_FOUND for a connection that is not the caller's, for an unknown calendar, and if no calendar provider
 *   is configured.
 * @throws CALENDAR_NOT_WRITABLE if events cannot be added to the calendar.
 * @throws INVALID_STATE if the permission of the connection was revoked.
 * @throws UNAVAILABLE if the provider does not answer, fails or refuses the request.
 */
export function linkCalendar(
  dependencies: MirrorDependencies & { calendarConnections: CalendarConnectionReader },
) {
  return async (caller: MemberCaller, choice: Choice): Promise<CalendarLink> => {
    const answer = await askProvider(dependencies, caller.userId, choice.connectionId, (provider, token) =>
      provider.getCalendar(token, choice.calendarId),
    );
    if (answer.kind === 'notFound') throw notFound('calendar');
    if (!isWritable(answer.calendar.accessRole))
      throw new ApplicationError(
        'CALENDAR_NOT_WRITABLE',
        'The account cannot write to this calendar. Choose one with selectable: true',
      );
    return dependencies.unitOfWork.run(async (scope) => {
      // The user may have disconnected since the provider was asked.
      const connection = await scope.calendarConnections.findForUpdate(caller.userId, choice.connectionId);
      if (connection === null) throw notFound('calendar connection');
      return chosen(dependencies, scope, caller, choice.connectionId, answer.calendar, answer.date);
    });
  };
}

async function chosen(
  { ids, clock }: MirrorDependencies,
  scope: UnitOfWorkScope,
  { household, memberId }: MemberCaller,
  connectionId: CalendarConnectionId,
  calendar: RemoteCalendar,
  date: Instant,
): Promise<CalendarLink> {
  const { calendarLinks, calendarMirror, households, jobs } = scope;
  await households.findForUpdate(household.id);
  const former = await calendarLinks.findForUpdate(household.id);
  const isSame = former !== null && former.connectionId === connectionId && former.calendarId === calendar.id;
  if (isSame && former.status === 'ACTIVE') return former;
  scope.operation.is('EDITED');
  const now = clock.now();
  if (former !== null) await leaveCalendar(scope, former, now);
  const link: CalendarLink = {
    id: ids.next<CalendarLinkId>(),
    householdId: household.id,
    connectionId,
    calendarId: calendar.id,
    calendarName: calendar.name,
    linkedBy: memberId,
    status: 'ACTIVE',
    reason: null,
    generation: (former?.generation ?? 0) + 1,
    pullCursor: date,
    coolUntil: null,
    coolAttempt: 0,
    lastSyncedAt: null,
    reconciledAt: null,
    trouble: null,
    createdAt: now,
  };
  await calendarLinks.save(link);
  await cancelEventDeletions(scope, link);
  await calendarMirror.changeStatus(household.id, ['NOT_SYNCED'], 'PENDING');
  await jobs.enqueue(
    'synchronise-household-calendar',
    { householdId: household.id },
    { singletonKey: household.id },
  );
  // Requests that began before the calendar was linked queue no sweep for changes of tasks. This sweep writes
  // those changes.
  await jobs.enqueue(
    'sweep-household-calendar',
    { householdId: household.id },
    { startAfter: now + RUNNING_REQUESTS_END_MS, singletonKey: `linked ${link.id}` },
  );
  return link;
}

/**
 * Removes the events of this calendar from the list of events to delete, because the new link may need them. The next
 * sweep decides whether each event is updated or deleted.
 */
async function cancelEventDeletions(
  { calendarMirror, orphanedEvents }: UnitOfWorkScope,
  { householdId, calendarId }: CalendarLink,
): Promise<void> {
  for (const occurrenceId of await orphanedEvents.cancelDeletions(householdId, calendarId))
    await calendarMirror.saveEvent(newEvent(householdId, occurrenceId, calendarId, 'DELETING'));
}
