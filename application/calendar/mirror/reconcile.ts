import { reconciliation } from '../../../domain/calendar/reconcile.js';
import { marked } from '../../../domain/calendar/effects.js';
import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import { newEvent, type MirroredEvent } from '../../../domain/calendar/mirrored-event.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { civilMomentAt, instantOf } from '../../../domain/shared/zone.js';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import { applyEffects } from './apply-effects.js';
import { applyRemote } from './apply-remote.js';
import { noCounts, type PullCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';
import { readEvents } from './read-events.js';

/** So many events are looked for one by one in one go. */
const MAX_LOOKUPS = 200;

/**
 * Compares the whole calendar with the household: reads changes that no pull saw, deletes what does not belong there,
 * takes over what does, and has what is missing made again. The calendar is read before the database, so that what is
 * published meanwhile does not look like a stranger.
 */
export async function reconcile(run: MirrorRun): Promise<PullCounts> {
  const counts: PullCounts = { ...noCounts(), pulled: 0 };
  const { unitOfWork, clock, logger } = run.dependencies;
  const endsAfter = instantOf(run.household.timeZone, addDays(run.place.window.from, -1), null);
  // Once for a link: of what an earlier link deleted there it is known at once that it can only come back.
  const isFirst = run.link.reconciledAt === null;
  const read = await readEvents(run, { updatedSince: null, includeDeleted: isFirst, endsAfter });
  if (read.kind !== 'read') {
    if (read.kind === 'failed' && read.blocked) counts.blocked = 1;
    if (read.kind === 'failed' && read.retryInMs !== null) counts.retryInMs = read.retryInMs;
    return counts;
  }
  const [mirrored, eligible] = await unitOfWork.run(async ({ calendarMirror }) => [
    await calendarMirror.events(run.household.id),
    await calendarMirror.eligibleIds(run.household.id),
  ]);
  const [deleted, live] = partition(read.events, ({ cancelled }) => cancelled);
  const listed = live.map((event) => ({
    ...event,
    occurrenceId: event.owner?.occurrenceId ?? null,
  }));
  const standing = mirrored.filter(({ state }) => state !== 'WITHDRAWN');
  const plan = reconciliation(listed, standing, eligible, (event) => isListable(run, event));

  if (plan.suspicious)
    logger.error('too much of a calendar seems not to belong there: nothing was deleted', {
      householdId: run.household.id,
      count: plan.surplus.length,
    });
  else for (const event of plan.surplus) await removeSurplus(run, event, counts);

  const byEventId = new Map(mirrored.map((event) => [event.eventId, event]));
  for (const event of plan.known) {
    const occurrenceId = byEventId.get(event.eventId)?.occurrenceId;
    if (occurrenceId !== undefined && (await applyRemote(run, occurrenceId, event))) counts.pulled++;
  }
  for (const { occurrenceId } of plan.adopted) await adopt(run, occurrenceId);
  for (const { eventId } of deleted) {
    const occurrenceId = occurrenceOfEvent(eventId);
    if (occurrenceId !== null && eligible.has(occurrenceId) && !byEventId.has(eventId))
      await adopt(run, occurrenceId, 'WITHDRAWN');
  }
  for (const event of plan.missing.slice(0, MAX_LOOKUPS)) await lookFor(run, event, counts);

  await run.fenced(async ({ calendarMirror }, link) => {
    // A publication that shows the same costs nothing, so whatever might differ is looked at again.
    await calendarMirror.changeStatus(run.household.id, ['SYNCED'], 'PENDING', run.place.window);
    await calendarMirror.changeStatus(run.household.id, ['NOT_SYNCED'], 'PENDING', run.place.window);
    await calendarMirror.reconsider(run.household.id);
    await calendarMirror.saveLink({ ...link, reconciledAt: clock.now(), pullCursor: read.date });
  });
  return counts;
}

function partition<T>(all: readonly T[], isOne: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isOne), all.filter((one) => !isOne(one))];
}

/** Whether a list from the day before the window on must have it. */
function isListable(run: MirrorRun, { published }: MirroredEvent): boolean {
  if (published === null) return true;
  const { times } = published;
  const { from } = run.place.window;
  if (times.kind === 'days') return times.until > from;
  return civilMomentAt(run.household.timeZone, times.end).date >= from;
}

async function removeSurplus(run: MirrorRun, event: RemoteEvent, counts: PullCounts): Promise<void> {
  const answer = await run.call((provider, token, calendar) =>
    provider.deleteEvent(token, calendar, event.eventId, event.etag),
  );
  if (answer.kind === 'deleted') counts.deleted++;
  else if (answer.kind !== 'gone' && answer.kind !== 'notFound') {
    counts.failed++;
    run.dependencies.logger.warn('a surplus event stays for now', {
      householdId: run.household.id,
      kind: answer.kind,
    });
  }
}

/** Its event stands there already, from an earlier time: the sweep compares and, if need be, overwrites it. */
function adopt(
  run: MirrorRun,
  occurrenceId: OccurrenceId,
  state: 'DELETING' | 'WITHDRAWN' = 'DELETING',
): Promise<void> {
  return run.fenced(async (scope, link) => {
    const entry = await scope.calendarMirror.entry(run.household.id, occurrenceId);
    const { occurrence, event } = entry;
    if (occurrence === null || (event !== null && event.state !== 'WITHDRAWN')) return;
    await applyEffects(scope, link, occurrenceId, entry, {
      event: newEvent(run.household.id, occurrenceId, link.calendarId, state),
      ...marked(occurrence, 'mutated'),
    });
  });
}

async function lookFor(run: MirrorRun, event: MirroredEvent, counts: PullCounts): Promise<void> {
  const answer = await run.call((provider, token, calendar) =>
    provider.getEvent(token, calendar, event.eventId),
  );
  if (answer.kind === 'event') {
    if (await applyRemote(run, event.occurrenceId, answer.event)) counts.pulled++;
    return;
  }
  if (answer.kind !== 'notFound') return;
  await run.fenced(async (scope, link) => {
    const entry = await scope.calendarMirror.entry(run.household.id, event.occurrenceId);
    const { occurrence, event: known } = entry;
    if (known === null || known.etag !== event.etag || known.state !== 'LIVE') return;
    await applyEffects(scope, link, event.occurrenceId, entry, {
      event: { ...known, state: 'INTENT', content: null, etag: null, sequence: 0 },
      ...(occurrence !== null && marked(occurrence, 'vanished')),
    });
  });
}
