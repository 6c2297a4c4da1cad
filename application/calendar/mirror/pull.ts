import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import { applyRemote } from './apply-remote.js';
import { noCounts, type SyncCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';
import { readEvents } from './read-events.js';
import { reconcile } from './reconcile.js';
import { DAY_MS } from '../../../domain/shared/durations.js';

/** Changes of the last moments before the last read are read again: the provider's machines do not agree to the second. */
const OVERLAP_MS = 120_000;
/** The provider forgets what changed longer ago; so much is not read change by change either. */
const MEMORY_MS = 14 * DAY_MS;

/** Reads what changed in the calendar since the last time; the next one begins where all of this was read. */
export async function pull(run: MirrorRun): Promise<SyncCounts> {
  const { pullCursor } = run.link;
  const { clock } = run.dependencies;
  if (pullCursor === null || clock.now() - pullCursor > MEMORY_MS) return reconcile(run);
  const counts = noCounts();
  const read = await readEvents(
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
