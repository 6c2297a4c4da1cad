import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import { applyRemote } from './apply-remote.js';
import { noCounts, type SyncCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';
import { readRemoteEvents } from './read-events.js';
import { reconcile } from './reconcile.js';
import { DAY_MS } from '../../../domain/shared/durations.js';

/**
 * The changes of the last two minutes before the previous read are read again, because the clocks of the provider's
 * machines may differ.
 */
const OVERLAP_MS = 120_000;
/** The provider does not list changes that are older than this, so the calendar is reconciled instead. */
const MEMORY_MS = 14 * DAY_MS;

/**
 * Reads the changes since the last pull and applies them. The next pull starts at the time of this read. If the last
 * pull is too long ago, or there was none, the calendar is reconciled.
 */
export async function pull(run: MirrorRun): Promise<SyncCounts> {
  const { pullCursor } = run.link;
  const { clock } = run.dependencies;
  if (pullCursor === null || clock.now() - pullCursor > MEMORY_MS) return reconcile(run);
  const counts = noCounts();
  const read = await readRemoteEvents(
    run,
    { updatedSince: pullCursor - OVERLAP_MS, includeDeleted: true, endsAfter: null },
    async (events) => {
      for (const event of events) {
        const occurrenceId = occurrenceOfEvent(event.eventId);
        if (occurrenceId !== null && (await applyRemote(run, occurrenceId, event))) counts.pulled++;
      }
    },
  );
  if (read.kind === 'tooLongAgo') return reconcile(run);
  if (read.kind === 'failed') return { ...counts, ...read.stopped };
  await run.fenced(({ calendarLinks }, link) => calendarLinks.save({ ...link, pullCursor: read.date }));
  return counts;
}
