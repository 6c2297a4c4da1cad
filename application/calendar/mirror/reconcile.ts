import { syncStatusChange } from '../../../domain/calendar/effects.js';
import { eventBeforeWrite, newEvent, type MirroredEvent } from '../../../domain/calendar/mirrored-event.js';
import { planReconciliation } from '../../../domain/calendar/reconcile.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { toInstant } from '../../../domain/shared/zone.js';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import { applyDecision } from './apply-effects.js';
import { applyRemote } from './apply-remote.js';
import { noCounts, type SyncCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';
import { readRemoteEvents } from './read-events.js';

/** The maximum number of missing events that one run looks up individually. */
const MAX_LOOKUPS = 200;

/**
 * Compares all events of the household in the calendar, except those that ended before the window, with the household.
 * It applies changes that no pull has seen, deletes events that do not belong there, adopts events that do, and
 * schedules missing ones to be created again. If more than half of the events, and more than 20, seem not to belong
 * there, something is wrong: an error is logged and none is deleted.
 *
 * The calendar is read before the database, so that an event that the service publishes between the two reads is not
 * mistaken for a foreign one.
 */
export async function reconcile(run: MirrorRun): Promise<SyncCounts> {
  const counts = noCounts();
  const { unitOfWork, clock, logger } = run.dependencies;
  const endsAfter = toInstant(run.household.timeZone, addDays(run.place.window.from, -1), null);
  // Only the first reconciliation of a link includes deleted events: events that an earlier link deleted in this
  // calendar cannot be inserted again, only restored.
  const isFirst = run.link.reconciledAt === null;
  const read = await readRemoteEvents(run, { updatedSince: null, includeDeleted: isFirst, endsAfter });
  if (read.kind === 'failed') return { ...counts, ...read.stopped };
  if (read.kind !== 'read') return counts;
  const [mirrored, eligible] = await unitOfWork.run(async ({ calendarMirror }) => [
    await calendarMirror.events(run.household.id),
    await calendarMirror.eligibleIds(run.household.id),
  ]);
  const plan = planReconciliation(read.events, mirrored, eligible, run.place);

  if (plan.suspicious)
    logger.error('most events of a calendar look orphaned; none was deleted', {
      householdId: run.household.id,
      count: plan.duplicates.length,
    });
  else for (const event of plan.duplicates) await removeSurplus(run, event, counts);

  for (const { occurrenceId, event } of plan.known)
    if (await applyRemote(run, occurrenceId, event)) counts.pulled++;
  for (const occurrenceId of plan.adopted) await adopt(run, occurrenceId, 'DELETING');
  for (const occurrenceId of plan.withdrawn) await adopt(run, occurrenceId, 'WITHDRAWN');
  for (const event of plan.missing.slice(0, MAX_LOOKUPS)) await lookFor(run, event, counts);

  await run.fenced(async ({ calendarLinks, calendarMirror }, link) => {
    // Marks everything that might differ as pending. Publishing an event that already shows the same sends no
    // request.
    const { window } = run.place;
    await calendarMirror.changeStatus(run.household.id, ['SYNCED', 'NOT_SYNCED'], 'PENDING', window);
    await calendarMirror.reconsider(run.household.id);
    await calendarLinks.save({ ...link, reconciledAt: clock.now(), pullCursor: read.date });
  });
  return counts;
}

async function removeSurplus(run: MirrorRun, event: RemoteEvent, counts: SyncCounts): Promise<void> {
  const answer = await run.call((provider, token, calendar) =>
    provider.deleteEvent(token, calendar, event.eventId, event.etag),
  );
  if (answer.kind === 'deleted') counts.deleted++;
  else if (answer.kind !== 'gone' && answer.kind !== 'notFound') {
    counts.failed++;
    run.dependencies.logger.warn('deleting an orphaned calendar event failed', {
      householdId: run.household.id,
      kind: answer.kind,
    });
  }
}

/**
 * Adopts an event that exists in the calendar, or was deleted from it, because of an earlier link. The sweep compares
 * it and overwrites it if necessary.
 */
async function adopt(
  run: MirrorRun,
  occurrenceId: OccurrenceId,
  state: 'DELETING' | 'WITHDRAWN',
): Promise<void> {
  await applyDecision(run, occurrenceId, ({ occurrence, event }, link) => {
    if (occurrence === null || (event !== null && event.state !== 'WITHDRAWN')) return { effects: {} };
    const adopted = newEvent(run.household.id, occurrenceId, link.calendarId, state);
    return { effects: { event: adopted, ...syncStatusChange(occurrence, 'mutated') } };
  });
}

async function lookFor(run: MirrorRun, event: MirroredEvent, counts: SyncCounts): Promise<void> {
  const answer = await run.call((provider, token, calendar) =>
    provider.getEvent(token, calendar, event.eventId),
  );
  if (answer.kind === 'event') {
    if (await applyRemote(run, event.occurrenceId, answer.event)) counts.pulled++;
    return;
  }
  if (answer.kind !== 'notFound') return;
  await applyDecision(run, event.occurrenceId, ({ occurrence, event: known }) => {
    if (known === null || known.etag !== event.etag || known.state !== 'LIVE') return { effects: {} };
    const again = { ...eventBeforeWrite(known, 'INTENT'), etag: null, sequence: 0 };
    return {
      effects: { event: again, ...(occurrence !== null && syncStatusChange(occurrence, 'vanished')) },
    };
  });
}
