import type { Household, Member } from '../../domain/households/household.js';
import {
  answersBySpokespersons,
  listAnswerers,
  spokespersonsOf,
} from '../../domain/households/membership.js';
import { isAway } from '../../domain/rotation/away.js';
import type { HouseholdId, MemberId, SeriesId } from '../../domain/shared/ids.js';
import type { SeriesRepository } from '../series/ports.js';
import { civilMomentAt } from '../../domain/shared/zone.js';
import type { Swap } from '../../domain/series/swap.js';
import { isStillTrue } from '../../domain/notifications/task-news.js';
import { isVisibleTo, type Occurrence } from '../../domain/tasks/occurrence.js';
import { findOthersTicked } from '../../domain/tasks/ticks.js';
import type { Clock } from '../shared/ports.js';
import type { Jobs } from '../shared/job-queue.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { deliver } from './deliver.js';
import type { Needs } from '../composition/needs.js';

/**
 * Sends a notification to those members to whom it still applies. Members who have left, who are in `exceptIds` (such
 * as the actor), or who may not see the occurrence do not get it. Members who are away today do not get it for
 * themselves. If it runs again, no member is notified twice.
 */
export function notify(dependencies: Needs<'unitOfWork' | 'clock' | 'ids' | 'channels'>) {
  return (job: Jobs['notify']): Promise<void> =>
    dependencies.unitOfWork.run(async (scope) => {
      const household = await scope.households.findForUpdate(job.householdId);
      if (household === null) return;
      const recipients = await present(scope, household, job, dependencies.clock);
      const occurrence = await aboutWhat(scope, job, recipients);
      if (job.occurrenceId !== null && occurrence === null) return;
      const params = await readParams(scope, job, occurrence);
      if (params === null) return;
      await deliver(
        dependencies,
        scope,
        recipients
          .filter((recipient) => occurrence === null || concerns(job, occurrence, recipient))
          .map(({ recipientId, forMemberId }) => ({
            householdId: household.id,
            recipientId,
            type: job.type,
            params: forMemberId === null ? params : { ...params, forMemberId },
            occurrenceId: occurrence?.id ?? null,
            cause: job.cause,
          })),
      );
    });
}

/** Runs {@link notify} for each of several notifications. */
export function notifyAll(dependencies: Needs<'unitOfWork' | 'clock' | 'ids' | 'channels'>) {
  const notifyOne = notify(dependencies);
  return async ({ news }: Jobs['notify-all']): Promise<void> => {
    for (const one of news) await notifyOne(one);
  };
}

/**
 * A member to notify. `forMemberId` is the member on whose behalf they are notified, for example a member without an
 * account. null means that they are notified for themselves.
 */
type Recipient = { readonly recipientId: MemberId; readonly forMemberId: MemberId | null };

/**
 * Returns the members to notify: those in `recipientIds` (null means all) who are present today on the household's
 * calendar, except those in `exceptIds`. Members without an account are never notified. If `recipientIds` names one,
 * the members who speak for them are notified instead. A swap request also goes to the members who may answer it for
 * the member whose turn is wanted. Nobody is returned twice; being notified for oneself takes precedence.
 */
async function present(
  { households }: Pick<UnitOfWorkScope, 'households'>,
  household: Household,
  { type, recipientIds, exceptIds }: Jobs['notify'],
  clock: Clock,
): Promise<readonly Recipient[]> {
  const members = await households.members(household.id);
  const away = listAwayPeriods(members);
  const { date: today } = civilMomentAt(household.timeZone, clock.now());
  const meant = members.filter(
    ({ id }) => (recipientIds === null || recipientIds.includes(id)) && !isAway(away, id, today),
  );
  const [isSpokenFor, listSpeaking] =
    type === 'TURN_SWAP_REQUESTED'
      ? [answersBySpokespersons, listAnswerers]
      : [isProxyMember, spokespersonsOf];
  const own = meant
    .filter((member) => !isProxyMember(member))
    .map(({ id }): Recipient => ({ recipientId: id, forMemberId: null }));
  // A notification to all members already includes the members who speak for others.
  const others = meant
    .filter((member) => recipientIds !== null && isSpokenFor(member))
    .flatMap((member) =>
      listSpeaking(member, members, today).map((recipientId): Recipient => ({
        recipientId,
        forMemberId: member.id,
      })),
    );
  const each = new Map([...others.toReversed(), ...own].map((one) => [one.recipientId, one]));
  return [...each.values()].filter(({ recipientId }) => !exceptIds.includes(recipientId));
}

const isProxyMember = ({ isProxy }: Pick<Member, 'isProxy'>) => isProxy;

/**
 * Returns the occurrence that the notification is about. If it is about several, returns the first one to which it
 * still applies for a recipient. Returns null if there is none any more, or if the notification is not about an
 * occurrence.
 */
async function aboutWhat(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  job: Jobs['notify'],
  recipients: readonly Recipient[],
): Promise<Occurrence | null> {
  const { householdId, occurrenceId, recipientIds, actorId, among } = job;
  const viewer = recipientIds?.[0] ?? actorId;
  if (occurrenceId === null || viewer === null) return null;
  for (const id of [occurrenceId, ...(among?.nextIds ?? [])]) {
    const found = await occurrences.find(householdId, id, viewer);
    if (found !== null && recipients.some((recipient) => concerns(job, found, recipient))) return found;
  }
  return null;
}

function concerns(
  { type }: Jobs['notify'],
  occurrence: Occurrence,
  { recipientId, forMemberId }: Recipient,
): boolean {
  return isVisibleTo(occurrence, recipientId) && isStillTrue(type, occurrence, forMemberId ?? recipientId);
}

/**
 * Returns the two turns of a swap request, so that a client can name both. Returns an empty object unless both are
 * shared with the household.
 */
async function readTurns(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  { householdId, occurrenceId, withOccurrenceId, requestedBy }: Swap,
) {
  const offered = await occurrences.find(householdId, occurrenceId, requestedBy);
  const wanted = await occurrences.find(householdId, withOccurrenceId, requestedBy);
  if (offered?.visibility !== 'SHARED' || wanted?.visibility !== 'SHARED') return {};
  return { offered: toTurn(offered), wanted: toTurn(wanted) };
}

const toTurn = ({ title, date, time }: Occurrence) => ({ title, date, time });

async function readParams(
  scope: Pick<UnitOfWorkScope, 'swaps' | 'series' | 'dayCalendars' | 'occurrences'>,
  { householdId, actorId, ...job }: Jobs['notify'],
  occurrence: Occurrence | null,
): Promise<Record<string, unknown> | null> {
  const { swaps, series, dayCalendars } = scope;
  const task = occurrence && { title: occurrence.title, date: occurrence.date, time: occurrence.time };
  const many = job.among && { count: job.among.count, dates: job.among.dates };
  switch (job.type) {
    case 'TURN_SWAP_REQUESTED':
    case 'TURN_SWAP_ANSWERED': {
      const swap = await swaps.findForUpdate(householdId, job.subjectId);
      if (swap === null || (job.type === 'TURN_SWAP_REQUESTED' && swap.status !== 'OPEN')) return null;
      const { id: swapId, occurrenceId, withOccurrenceId, status } = swap;
      const turns = await readTurns(scope, swap);
      return { ...task, actorId, swapId, occurrenceId, withOccurrenceId, status, ...turns };
    }
    case 'DAY_CALENDAR_FAILED': {
      const calendar = (await dayCalendars.list(householdId)).find(({ id }) => id === job.subjectId);
      // Nobody is notified if the calendar has been deleted or fetched successfully in the meantime.
      if (calendar === undefined || calendar.error === null) return null;
      return { dayCalendarId: calendar.id, name: calendar.name, error: calendar.error };
    }
    case 'MEMBER_JOINED':
    case 'MEMBER_LEFT':
    case 'DISPLAY_LOCKED':
    case 'INVITATION_ACCEPTED':
      return { memberId: job.subjectId };
    case 'SERIES_HANDED_OVER': {
      const { yours = true, subjectId: seriesId } = job;
      const about = await readSeries(series, householdId, seriesId);
      return about && { ...about, ...task, actorId, seriesId, yours };
    }
    case 'TASK_DELETED': {
      if (job.removedFrom === undefined) return { ...task, actorId, ...many };
      const about = await readSeries(series, householdId, job.removedFrom);
      return about && { ...about, date: many?.dates[0] ?? null, actorId, ...many };
    }
    case 'TASK_COMPLETED': {
      const doneByIds = occurrence && findOthersTicked(null, occurrence, actorId);
      return { ...task, actorId, ...many, ...(doneByIds !== null && { doneByIds }) };
    }
    case 'TASK_HANDED_OVER':
      return { ...task, actorId, ...many, toIds: occurrence?.responsibleMemberIds ?? [] };
    case 'TURN_BY_ABSENCE':
      return { ...task, actorId, ...many, awayIds: occurrence?.turnOf ?? [] };
    case 'TASK_MOVED':
      return {
        ...{ ...task, actorId, ...many },
        ...{ dateBefore: job.before?.date ?? null, timeBefore: job.before?.time ?? null },
      };
    default:
      return { ...task, actorId, ...many };
  }
}

/**
 * Returns the title and the time of a series, for a notification that may have no occurrence to name. Returns null if
 * the series was deleted or is personal now.
 */
async function readSeries(series: SeriesRepository, householdId: HouseholdId, id: SeriesId) {
  const [found] = await series.findAll(householdId, [id]);
  if (found === undefined || found.template.visibility === 'PERSONAL') return null;
  return { title: found.template.title, date: null, time: found.template.time };
}
