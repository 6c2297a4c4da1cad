import { beginSweep, concludeSweep, inSweepOrder, type Conclusion } from '../../../domain/calendar/sweep.js';
import { recordLinkSuccess } from '../../../domain/calendar/link.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { applyDecision } from './apply-effects.js';
import { noCounts, type SyncCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';

const BATCH = 200;
/** After this many failures in a row, the sweep sends no more requests and is retried later. */
const BREAKER = 3;

/**
 * Publishes the household's occurrences to the calendar in batches. Within a batch, deletions come first, then
 * changes, then new events, and in each group the earliest dates first. Before every write the intention is stored,
 * and after it the outcome, so that nothing is lost or assumed if the process dies in between.
 */
export async function sweep(run: MirrorRun): Promise<SyncCounts> {
  const { clock, random, metrics } = run.dependencies;
  const counts = noCounts();
  const seen = new Set<OccurrenceId>();
  let pausesInARow: readonly number[] = [];
  for (let due = await findDue(run, seen); due.length > 0; due = await findDue(run, seen)) {
    for (const id of due) {
      seen.add(id);

      // A first transaction stores that a write may happen.
      const beginning = await applyDecision(run, id, (entry) =>
        beginSweep(run.toSweepEntry(id, entry), run.place),
      );
      if (beginning.kind === 'settled') {
        if (beginning.isShown) metrics.calendarCallSaved();
        pausesInARow = [];
        continue;
      }

      // Requests are sent until the service knows the state of the event in the calendar.
      const { call, intention } = beginning;
      const outcome = await run.ask(call);
      // The link has already been invalidated with the connection, so there is nothing to store.
      if (outcome.kind === 'revoked') return { ...counts, blocked: (counts.blocked ?? 0) + 1 };
      if (outcome.kind === 'misconfigured')
        run.dependencies.logger.error('the calendar provider rejects requests of this service', {
          detail: outcome.detail,
        });

      // A second transaction stores the outcome of the write.
      const conclusion = await applyDecision(run, id, (entry, link) =>
        concludeSweep(entry, link, intention, outcome, { now: clock.now(), random }),
      );
      count(run, id, conclusion, counts);
      if (conclusion.then === 'stop') return counts;
      pausesInARow = conclusion.then === 'retry' ? [...pausesInARow, conclusion.pauseMs ?? 0] : [];
      // After several failures in a row, the provider is probably unavailable. So the whole sweep is retried after
      // the longest of the delays that these failures ask for. An earlier sweep would send requests about other
      // occurrences, which have not failed yet and would be retried after a short delay.
      if (pausesInARow.length >= BREAKER) return { ...counts, retryInMs: Math.max(...pausesInARow) };
    }
  }
  await run.fenced(async ({ calendarLinks }, link) => {
    if (counts.failed === 0) await calendarLinks.save(recordLinkSuccess(link, clock.now()));
  });
  return counts;
}

async function findDue(run: MirrorRun, seen: ReadonlySet<OccurrenceId>): Promise<readonly OccurrenceId[]> {
  const { unitOfWork, clock } = run.dependencies;
  const due = await unitOfWork.run(({ calendarMirror }) =>
    calendarMirror.due(run.household.id, run.place.window, clock.now(), BATCH + seen.size),
  );
  const entries = due.map((entry) =>
    run.toSweepEntry((entry.occurrence?.id ?? entry.event?.occurrenceId) as OccurrenceId, entry),
  );
  return inSweepOrder(entries, run.place).filter((id) => !seen.has(id));
}

function count(
  run: MirrorRun,
  occurrenceId: OccurrenceId,
  { count: kind, then, pauseMs, problem }: Conclusion,
  counts: SyncCounts,
): void {
  if (kind !== null) counts[kind] = (counts[kind] ?? 0) + 1;
  // `pauseMs` is the delay before the retry of a failed write. If a failure stopped the sweep, its delay decides when
  // the next sweep starts. Otherwise the shortest delay of all failures decides.
  if (pauseMs !== null)
    counts.retryInMs = then === 'stop' ? pauseMs : Math.min(counts.retryInMs ?? pauseMs, pauseMs);
  if (problem !== null)
    run.dependencies.logger.warn('writing a calendar event failed', {
      householdId: run.household.id,
      occurrenceId,
      detail: problem,
    });
}
