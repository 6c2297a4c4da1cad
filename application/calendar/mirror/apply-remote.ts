import { shows, type RemoteEvent } from '../../../domain/calendar/answers.js';
import { syncStatusChange, versionHandled, type Effects } from '../../../domain/calendar/effects.js';
import { isEligible } from '../../../domain/calendar/eligibility.js';
import {
  eventAtVersion,
  eventShowing,
  type MirrorEntry,
  type MirroredEvent,
} from '../../../domain/calendar/mirrored-event.js';
import { findRemoteEdit } from '../../../domain/calendar/read-back.js';
import { fingerprint, sameTimes } from '../../../domain/calendar/render.js';
import { growthBetween, countUsage } from '../../../domain/limits/limits.js';
import { hasUnwrittenContent } from '../../../domain/calendar/sweep.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { civilMomentAt } from '../../../domain/shared/zone.js';
import { applyOccurrenceEdit, type OccurrenceEdit } from '../../../domain/tasks/edit.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { UnitOfWorkScope } from '../../composition/unit-of-work.js';
import { applyDecision } from './apply-effects.js';
import type { MirrorRun } from './mirror-run.js';
import { raiseEvent } from '../../shared/events/domain-event.js';

/**
 * Applies a change that somebody made to an event in the calendar. Returns true if the occurrence was edited, or if
 * its event counts as deleted from now on.
 *
 * The change is ignored if it is the service's own write, if it is older than the version we know, or if the
 * occurrence is not mirrored. If the occurrence has a change that is not published yet, the service's version wins.
 */
export async function applyRemote(
  run: MirrorRun,
  occurrenceId: OccurrenceId,
  remote: RemoteEvent,
): Promise<boolean> {
  const taken = await applyDecision(run, occurrenceId, (entry, _link, scope) => {
    const { occurrence, event } = entry;
    if (occurrence === null || event === null || event.state === 'INTENT') return unchanged({});
    if (event.eventId !== remote.eventId || event.etag === remote.etag) return unchanged({});
    if (event.remoteUpdated !== null && remote.updated < event.remoteUpdated) return unchanged({});
    if (!isEligible(occurrence)) return unchanged({});
    const known = { ...entry, occurrence, event };
    return remote.cancelled ? takeDeletion(run, known, remote) : takeChange(run, scope, known, remote);
  });
  return taken.isChanged;
}

type Known = MirrorEntry & { readonly occurrence: Occurrence; readonly event: MirroredEvent };
type Taken = { readonly effects: Effects; readonly isChanged: boolean };

const unchanged = (effects: Effects): Taken => ({ effects, isChanged: false });
const isDeletedHere = ({ state }: MirroredEvent) => state === 'DELETING' || state === 'WITHDRAWN';

function takeDeletion(run: MirrorRun, entry: Known, remote: RemoteEvent): Taken {
  const { occurrence, event } = entry;
  const seen = eventAtVersion(event, remote);
  if (event.state === 'GONE') return unchanged({ event: seen });
  if (isDeletedHere(event) || hasUnwrittenContent(occurrence, event, run.want(occurrence)))
    return unchanged({ event: { ...seen, content: null }, ...syncStatusChange(occurrence, 'mutated') });
  return {
    effects: {
      event: { ...seen, state: 'GONE', content: null },
      ...versionHandled(entry, 'deletedThere', occurrence.syncVersion),
    },
    isChanged: true,
  };
}

async function takeChange(
  run: MirrorRun,
  scope: UnitOfWorkScope,
  entry: Known,
  remote: RemoteEvent,
): Promise<Taken> {
  const { occurrence, event } = entry;
  const live: MirroredEvent = { ...eventAtVersion(event, remote), state: 'LIVE' };
  const want = run.want(occurrence);
  if (want !== null && shows(remote, want)) {
    // The event already has the wanted state: the response to an earlier write was lost, or both sides made the same
    // change. So nothing is written.
    return unchanged({
      event: eventShowing(event, remote, want),
      ...versionHandled(entry, 'restoredThere', occurrence.syncVersion),
    });
  }
  const owes = event.state !== 'GONE' && hasUnwrittenContent(occurrence, event, want);
  if (want === null || event.published === null || isDeletedHere(event) || owes)
    return unchanged({ event: { ...live, content: null }, ...syncStatusChange(occurrence, 'mutated') });
  const { title, times } = remote;
  const edit = findRemoteEdit(
    occurrence,
    { title, times },
    event.published,
    want.frame,
    run.household.timeZone,
  );
  const changed = edit === null ? occurrence : await applyEdit(run, scope, occurrence, edit);
  const now = run.want(changed) ?? want;
  const isShown = title === now.title && sameTimes(times, now.times);
  const published = { title, times: times ?? event.published.times, frame: now.frame };
  return {
    effects: {
      event: { ...live, content: isShown ? fingerprint(now) : null, published },
      ...(isShown
        ? versionHandled({ ...entry, occurrence: changed }, 'restoredThere', changed.syncVersion)
        : syncStatusChange(changed, 'mutated')),
    },
    isChanged: changed !== occurrence,
  };
}

/**
 * Edits this occurrence only, without a member as the actor. Returns it unchanged, and logs a warning, if the edit is
 * not valid or the household's limits are reached.
 */
async function applyEdit(
  run: MirrorRun,
  scope: UnitOfWorkScope,
  occurrence: Occurrence,
  edit: OccurrenceEdit,
): Promise<Occurrence> {
  const now = run.dependencies.clock.now();
  const { household } = run;
  const outcome = applyOccurrenceEdit(occurrence, edit, {
    editor: occurrence.createdBy,
    now,
    today: civilMomentAt(household.timeZone, now).date,
    firstDayOfWeek: household.weekStartsOn,
  });
  if (outcome.kind !== 'edited' || !(await hasRoom(scope, occurrence, outcome.occurrence))) {
    run.dependencies.logger.warn('calendar change rejected by the rules of its task', {
      householdId: household.id,
      occurrenceId: occurrence.id,
    });
    return occurrence;
  }
  const edited = { ...outcome.occurrence, updatedBy: null };
  await scope.occurrences.save(edited);
  const event = { kind: 'occurrence', action: 'edited', before: occurrence, after: edited } as const;
  raiseEvent(scope.events, { household, memberId: null }, now, event);
  return edited;
}

async function hasRoom({ quota }: UnitOfWorkScope, before: Occurrence, after: Occurrence): Promise<boolean> {
  const full = await quota.listFullHouseholds(growthBetween(countUsage([before]), countUsage([after])));
  return full.size === 0;
}
