import { backoffMs, MAX_ATTEMPTS, quotaPauseMs } from '../../../domain/calendar/backoff.js';
import { invalidated, type CalendarLink, type LinkReason } from '../../../domain/calendar/link.js';
import type { MirrorEntry, MirroredEvent } from '../../../domain/calendar/mirrored-event.js';
import { statusAfter, type SyncEvent } from '../../../domain/calendar/status.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import type { UnitOfWorkScope } from '../../shared/unit-of-work.js';
import type { MirrorRun } from './mirror-run.js';
import { tellFailed, tellInvalid } from './tell-episode.js';

/** What `version` of an occurrence came to; one that is newer by now is still owed. */
export async function settle(
  { calendarMirror }: UnitOfWorkScope,
  { occurrence, failures }: MirrorEntry,
  as: SyncEvent,
  version: number,
): Promise<void> {
  if (occurrence === null) return;
  const { householdId, id, syncVersion, syncedVersion, googleSyncStatus } = occurrence;
  const next = {
    syncedVersion: Math.max(syncedVersion, version),
    googleSyncStatus: statusAfter(googleSyncStatus, syncVersion === version ? as : 'overtaken'),
  };
  if (next.syncedVersion !== syncedVersion || next.googleSyncStatus !== googleSyncStatus)
    await calendarMirror.saveSync(householdId, id, next);
  if (failures !== null) await calendarMirror.saveFailures(householdId, id, null);
}

/** Puts an occurrence off, or gives it up after the last attempt; answers with the pause. */
export async function noteFailure(
  run: MirrorRun,
  occurrenceId: OccurrenceId,
  detail: string,
  options: { readonly forGood?: boolean; readonly floorMs?: number } = {},
): Promise<number> {
  const { clock, random, logger } = run.dependencies;
  logger.warn('calendar event not written', { householdId: run.household.id, occurrenceId, detail });
  return run.fenced(async (scope, link) => {
    const { calendarMirror } = scope;
    const { occurrence, failures } = await calendarMirror.entry(run.household.id, occurrenceId);
    const now = clock.now();
    if (occurrence === null) return backoffMs(1, random());
    const { householdId, id, syncVersion, syncedVersion, googleSyncStatus } = occurrence;
    const attempts = failures?.syncVersion === syncVersion ? failures.attempts + 1 : 1;
    const pause = Math.max(backoffMs(attempts, random()), options.floorMs ?? 0);
    await calendarMirror.saveFailures(householdId, id, {
      syncVersion,
      attempts,
      nextAt: now + pause,
      pendingSince: failures?.pendingSince ?? occurrence.updatedAt,
      error: detail,
    });
    const isOver = options.forGood === true || attempts >= MAX_ATTEMPTS;
    const status = statusAfter(googleSyncStatus, isOver ? 'failedForGood' : 'failed');
    if (status !== googleSyncStatus)
      await calendarMirror.saveSync(householdId, id, { syncedVersion, googleSyncStatus: status });
    if (isOver) await tellFailed(scope, link, occurrence);
    return pause;
  });
}

/** Leaves the provider alone for a while: longer each time that nothing worked in between. */
export async function coolDown(
  run: MirrorRun,
  kind: 'rateLimited' | 'quotaExceeded',
  retryAfterMs: number | null,
): Promise<number> {
  const { clock, random } = run.dependencies;
  return run.fenced(async ({ calendarMirror }, link) => {
    const attempt = link.coolAttempt + 1;
    const own = kind === 'rateLimited' ? backoffMs(attempt, random()) : quotaPauseMs(attempt);
    const pause = Math.max(own, retryAfterMs ?? 0);
    await calendarMirror.saveLink({
      ...link,
      coolUntil: clock.now() + pause,
      coolAttempt: attempt,
      trouble: kind,
    });
    return pause;
  });
}

/** The calendar could not be read: what is owed may still be published, and the next round reads again. */
export function noteTrouble(run: MirrorRun, detail: string): Promise<void> {
  return run.fenced(({ calendarMirror }, link) => calendarMirror.saveLink({ ...link, trouble: detail }));
}

/** The calendar cannot be used: the link is INVALID, the occurrence that found out BLOCKED, the members are told. */
export async function invalidateLink(
  run: MirrorRun,
  reason: LinkReason,
  occurrenceId: OccurrenceId | null,
): Promise<void> {
  await run.fenced(async (scope, link: CalendarLink) => {
    await scope.calendarMirror.saveLink(invalidated(link, reason));
    if (occurrenceId !== null) {
      const { occurrence } = await scope.calendarMirror.entry(run.household.id, occurrenceId);
      if (occurrence !== null)
        await scope.calendarMirror.saveSync(run.household.id, occurrenceId, {
          syncedVersion: occurrence.syncedVersion,
          googleSyncStatus: statusAfter(occurrence.googleSyncStatus, 'denied'),
        });
    }
    await tellInvalid(scope, link, reason);
  });
}

/** An event of which nothing is known yet but that it may come to be. */
export function intended(run: MirrorRun, occurrenceId: OccurrenceId, eventId: string): MirroredEvent {
  return {
    householdId: run.household.id,
    occurrenceId,
    calendarId: run.link.calendarId,
    eventId,
    state: 'INTENT',
    etag: null,
    sequence: 0,
    remoteUpdated: null,
    content: null,
    published: null,
  };
}
