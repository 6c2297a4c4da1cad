import { beginSweep, concludeSweep, inSweepOrder, type Conclusion } from '../../../domain/calendar/sweep.js';
import { worked } from '../../../domain/calendar/link.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { applyDecision } from './apply-effects.js';
import { noCounts, type SyncCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';

const BATCH = 200;
/** After so many failures one after the other the provider is left alone. */
const BREAKER = 3;

/**
 * Brings the calendar to what the household's occurrences say: deletions, then changes, then what is new, each with
 * the nearest first. Before every write it is stored that it may happen, and afterwards what came of it, so that
 * nothing is lost and nothing taken for known when the process dies in between.
 */
export async function sweep(run: MirrorRun): Promise<SyncCounts> {
  const { clock, random, metrics } = run.dependencies;
  const counts = noCounts();
  const seen = new Set<OccurrenceId>();
  let pausesInARow: readonly number[] = [];
  for (let due = await findDue(run, seen); due.length > 0; due = await findDue(run, seen)) {
    for (const id of due) {
      seen.add(id);

      // Transaction: that a write may happen.
      const beginning = await applyDecision(run, id, (entry) =>
        beginSweep(run.toSweepEntry(id, entry), run.place),
      );
      if (beginning.kind === 'settled') {
        if (beginning.isShown) metrics.calendarCallSaved();
        pausesInARow = [];
        continue;
      }

      // Call: until it is clear what stands in the calendar.
      const { call, intention } = beginning;
      const outcome = await run.ask(call);
      // The link has ended with the connection, so there is nothing to store.
      if (outcome.kind === 'revoked') return { ...counts, blocked: (counts.blocked ?? 0) + 1 };
      if (outcome.kind === 'misconfigured')
        run.dependencies.logger.error('the calendar provider refuses this service', {
          detail: outcome.detail,
        });

      // Transaction: what came of it.
      const conclusion = await applyDecision(run, id, (entry, link) =>
        concludeSweep(entry, link, intention, outcome, { now: clock.now(), random }),
      );
      count(run, id, conclusion, counts);
      if (conclusion.then === 'stop') return counts;
      pausesInARow = conclusion.then === 'retry' ? [...pausesInARow, conclusion.pauseMs ?? 0] : [];
      // By then all of them may be tried again. Sooner, others would be, and each would begin with the shortest pause.
      if (pausesInARow.length >= BREAKER) return { ...counts, retryInMs: Math.max(...pausesInARow) };
    }
  }
  await run.fenced(async ({ calendarLinks }, link) => {
    if (counts.failed === 0) await calendarLinks.save(worked(link, clock.now()));
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
  // What stops the sweep says when the next one can work; of single failures the first to be tried again does.
  if (pauseMs !== null)
    counts.retryInMs = then === 'stop' ? pauseMs : Math.min(counts.retryInMs ?? pauseMs, pauseMs);
  if (problem !== null)
    run.dependencies.logger.warn('calendar event not written', {
      householdId: run.household.id,
      occurrenceId,
      detail: problem,
    });
}
