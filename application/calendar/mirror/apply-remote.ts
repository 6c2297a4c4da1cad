import { owesContent } from '../../../domain/calendar/decide.js';
import { isEligible } from '../../../domain/calendar/eligibility.js';
import type { MirrorEntry, MirroredEvent } from '../../../domain/calendar/mirrored-event.js';
import { readBack } from '../../../domain/calendar/read-back.js';
import { fingerprint, sameTimes } from '../../../domain/calendar/render.js';
import { statusAfter } from '../../../domain/calendar/status.js';
import { growthBetween, holdingsOf } from '../../../domain/households/ceilings.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { civilMomentAt } from '../../../domain/shared/zone.js';
import { editOccurrence, type OccurrenceEdit } from '../../../domain/tasks/edit.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import type { UnitOfWorkScope } from '../../shared/unit-of-work.js';
import type { MirrorRun } from './mirror-run.js';
import { settle } from './record-outcome.js';
import { shows } from './write-event.js';

/**
 * Takes over what somebody did to an event in the calendar; true when that changed the occurrence. What was published,
 * what is older than what is known, and what is not of the household's mirror is passed over; where the occurrence
 * owes a change of its own, the service wins.
 */
export function applyRemote(
  run: MirrorRun,
  occurrenceId: OccurrenceId,
  remote: RemoteEvent,
): Promise<boolean> {
  return run.fenced(async (scope) => {
    const entry = await scope.calendarMirror.entry(run.household.id, occurrenceId);
    const { occurrence, event } = entry;
    if (occurrence === null || event === null || event.state === 'INTENT') return false;
    if (event.eventId !== remote.eventId || event.etag === remote.etag) return false;
    if (event.remoteUpdated !== null && remote.updated < event.remoteUpdated) return false;
    if (!isEligible(occurrence)) return false;
    return remote.cancelled
      ? deletedThere(run, scope, { ...entry, occurrence, event }, remote)
      : changedThere(run, scope, { ...entry, occurrence, event }, remote);
  });
}

type Known = MirrorEntry & { readonly occurrence: Occurrence; readonly event: MirroredEvent };

const at = ({ etag, sequence, updated }: RemoteEvent) => ({ etag, sequence, remoteUpdated: updated });

const isDeletedHere = ({ state }: MirroredEvent) => state === 'DELETING' || state === 'WITHDRAWN';

async function deletedThere(
  run: MirrorRun,
  scope: UnitOfWorkScope,
  entry: Known,
  remote: RemoteEvent,
): Promise<boolean> {
  const { occurrence, event } = entry;
  if (event.state === 'GONE') {
    await scope.calendarMirror.saveEvent({ ...event, ...at(remote) });
    return false;
  }
  if (isDeletedHere(event) || owesContent(occurrence, event, run.want(occurrence))) {
    await scope.calendarMirror.saveEvent({ ...event, ...at(remote), content: null });
    await stillOwed(scope, occurrence);
    return false;
  }
  await scope.calendarMirror.saveEvent({ ...event, ...at(remote), state: 'GONE', content: null });
  await settle(scope, entry, 'deletedThere', occurrence.syncVersion);
  return true;
}

async function changedThere(
  run: MirrorRun,
  scope: UnitOfWorkScope,
  entry: Known,
  remote: RemoteEvent,
): Promise<boolean> {
  const { occurrence, event } = entry;
  const want = run.want(occurrence);
  if (want !== null && shows(remote, want)) {
    // A write whose answer was lost, or the same change made on both sides: there is nothing to write.
    const { title, times, frame } = want;
    await scope.calendarMirror.saveEvent({
      ...event,
      ...at(remote),
      state: 'LIVE',
      content: fingerprint(want),
      published: { title, times, frame },
    });
    await settle(scope, entry, 'restoredThere', occurrence.syncVersion);
    return false;
  }
  const owes = event.state !== 'GONE' && owesContent(occurrence, event, want);
  if (want === null || event.published === null || isDeletedHere(event) || owes) {
    await scope.calendarMirror.saveEvent({ ...event, ...at(remote), state: 'LIVE', content: null });
    await stillOwed(scope, occurrence);
    return false;
  }
  const shown = { title: remote.title, times: remote.times };
  const edit = readBack(occurrence, shown, event.published, want.frame, run.household.timeZone);
  const changed = edit === null ? occurrence : await applyEdit(run, scope, occurrence, edit);
  const now = run.want(changed) ?? want;
  const isShown = remote.title === now.title && sameTimes(remote.times, now.times);
  await scope.calendarMirror.saveEvent({
    ...event,
    ...at(remote),
    state: 'LIVE',
    content: isShown ? fingerprint(now) : null,
    published: {
      title: remote.title,
      times: remote.times ?? event.published.times,
      frame: now.frame,
    },
  });
  const after = { ...entry, occurrence: changed };
  if (isShown) await settle(scope, after, 'restoredThere', changed.syncVersion);
  else await stillOwed(scope, changed);
  return changed !== occurrence;
}

/** As a change of this occurrence alone by nobody of the household. */
async function applyEdit(
  run: MirrorRun,
  scope: UnitOfWorkScope,
  occurrence: Occurrence,
  edit: OccurrenceEdit,
): Promise<Occurrence> {
  const now = run.dependencies.clock.now();
  const { household } = run;
  const outcome = editOccurrence(occurrence, edit, {
    editor: occurrence.createdBy,
    now,
    today: civilMomentAt(household.timeZone, now).date,
    firstDayOfWeek: household.weekStartsOn,
  });
  if (outcome.kind !== 'edited' || !(await hasRoom(scope, occurrence, outcome.occurrence))) {
    run.dependencies.logger.warn('a change made in the calendar does not fit its task', {
      householdId: household.id,
      occurrenceId: occurrence.id,
    });
    return occurrence;
  }
  await scope.occurrences.save(outcome.occurrence);
  scope.events.raise({
    kind: 'occurrence',
    action: 'edited',
    before: occurrence,
    after: outcome.occurrence,
    householdId: household.id,
    actorId: null,
    at: now,
  });
  return outcome.occurrence;
}

async function hasRoom({ room }: UnitOfWorkScope, before: Occurrence, after: Occurrence): Promise<boolean> {
  const full = await room.lacking(growthBetween(holdingsOf([before]), holdingsOf([after])));
  return full.size === 0;
}

async function stillOwed({ calendarMirror }: UnitOfWorkScope, occurrence: Occurrence): Promise<void> {
  const { householdId, id, syncedVersion, googleSyncStatus } = occurrence;
  const status = statusAfter(googleSyncStatus, 'mutated');
  if (status !== googleSyncStatus)
    await calendarMirror.saveSync(householdId, id, { syncedVersion, googleSyncStatus: status });
}
