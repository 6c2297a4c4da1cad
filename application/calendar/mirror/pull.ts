import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import { applyRemote } from './apply-remote.js';
import { noCounts, type PullCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';
import { readEvents } from './read-events.js';
import { reconcile } from './reconcile.js';
import { DAY_MS } from '../../../domain/shared/durations.js';

/** Changes of the last moments before the last read are read again: the provider's machines do not agree to the second. */
const OVERLAP_MS = 120_000;
/** The provider forgets what changed longer ago. */
const MEMORY_MS = 14 * DAY_MS;

/** Reads what changed in the calendar since the last time; the next one begins where all of this was read. */
export async function pull(run: MirrorRun): Promise<PullCounts> {
  const { pullCursor } = run.link;
  const { clock } = run.dependencies;
  if (pullCursor === null || clock.now() - pullCursor > MEMORY_MS) return anew(run);
  let pulled = 0;
  const outcome = await readEvents(
    run,
    { updatedSince: pullCursor - OVERLAP_MS, includeDeleted: true, endsAfter: null },
    async (events) => {
      for (const event of events) {
        const occurrenceId = occurrenceOfEvent(event.eventId);
        if (occurrenceId !== null && (await applyRemote(run, occurrenceId, event))) pulled++;
      }
    },
  );
  if (outcome.kind === 'tooLongAgo') return anew(run);
  if (outcome.kind === 'read') {
    await run.fenced(({ calendarMirror }, link) =>
      calendarMirror.saveLink({ ...link, pullCursor: outcome.date }),
    );
    return { ...noCounts(), pulled };
  }
  return {
    ...noCounts(),
    pulled,
    ...(outcome.blocked && { blocked: 1 }),
    ...(outcome.retryInMs !== null && { retryInMs: outcome.retryInMs }),
  };
}

/** Too much may have happened to read it change by change. */
function anew(run: MirrorRun): Promise<PullCounts> {
  return reconcile(run);
}
