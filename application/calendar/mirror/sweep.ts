import { sweepStep, type SweepStep } from '../../../domain/calendar/decide.js';
import { eventIdOf } from '../../../domain/calendar/event.js';
import { beforeWrite, withdrawn, type MirroredEvent } from '../../../domain/calendar/mirrored-event.js';
import { fingerprint } from '../../../domain/calendar/render.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { MirrorEntry } from '../../../domain/calendar/mirrored-event.js';
import { noCounts, type SyncCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';
import { coolDown, intended, invalidateLink, noteFailure, settle } from './record-outcome.js';
import { deleteEvent, writeEvent, type Written } from './write-event.js';

const BATCH = 200;
/** After so many failures one after the other the provider is left alone. */
const BREAKER = 3;

type Outcome = { readonly kind: 'done' | 'stop' } | { readonly kind: 'failed'; readonly pauseMs: number };
const [DONE, STOP] = [{ kind: 'done' }, { kind: 'stop' }] as const;

/** A write whose intention is stored. */
type Intention =
  | {
      readonly kind: 'insert' | 'update' | 'reread';
      readonly occurrence: Occurrence;
      readonly event: MirroredEvent;
      readonly want: NonNullable<ReturnType<MirrorRun['want']>>;
    }
  | { readonly kind: 'delete'; readonly occurrence: Occurrence | null; readonly event: MirroredEvent };

/**
 * Brings the calendar to what the household's occurrences say: deletions, then changes, then what is new, each with
 * the nearest first. Before every write it is stored that it may happen, and afterwards what came of it.
 */
export async function sweep(run: MirrorRun): Promise<SyncCounts> {
  const counts = noCounts();
  const { unitOfWork, clock } = run.dependencies;
  const seen = new Set<OccurrenceId>();
  let pausesInARow: readonly number[] = [];
  for (;;) {
    const due = await unitOfWork.run(({ calendarMirror }) =>
      calendarMirror.due(run.household.id, run.window, clock.now(), BATCH + seen.size),
    );
    const next = inOrder(run, due).filter((id) => !seen.has(id));
    if (next.length === 0) break;
    for (const id of next) {
      seen.add(id);
      const outcome = await sweepOne(run, id, counts);
      if (outcome.kind === 'stop') return counts;
      pausesInARow = outcome.kind === 'failed' ? [...pausesInARow, outcome.pauseMs] : [];
      if (pausesInARow.length < BREAKER) continue;
      // By then all of them may be tried again. Sooner, others would be, and each would begin with the shortest pause.
      return { ...counts, retryInMs: Math.max(...pausesInARow) };
    }
  }
  const worked = counts.failed === 0;
  await run.fenced(async ({ calendarMirror }, link) => {
    if (worked)
      await calendarMirror.saveLink({
        ...link,
        lastSyncedAt: clock.now(),
        coolUntil: null,
        coolAttempt: 0,
        trouble: null,
      });
  });
  return counts;
}

const RANK: Readonly<Record<SweepStep['kind'], number>> = {
  settle: 0,
  wait: 0,
  delete: 1,
  update: 2,
  reread: 2,
  insert: 3,
};

function inOrder(run: MirrorRun, due: readonly MirrorEntry[]): OccurrenceId[] {
  return due
    .map((entry) => ({ id: idOf(entry), rank: RANK[stepOf(run, entry).kind] }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ id }) => id);
}

const idOf = ({ occurrence, event }: MirrorEntry) => (occurrence?.id ?? event?.occurrenceId) as OccurrenceId;

function stepOf(run: MirrorRun, { occurrence, event }: MirrorEntry): SweepStep {
  return sweepStep(occurrence, event, run.want(occurrence), run.window, run.household.timeZone);
}

async function sweepOne(run: MirrorRun, id: OccurrenceId, counts: SyncCounts): Promise<Outcome> {
  const intention = await intend(run, id);
  if (intention === null) return DONE;
  if (intention === 'shown') {
    run.dependencies.metrics.calendarCallSaved();
    return DONE;
  }
  const written =
    intention.kind === 'delete'
      ? await deleteEvent(run, intention.event.eventId)
      : await writeEvent(run, intention.occurrence, intention.want, intention.event, intention.kind);
  return finish(run, id, intention, written, counts);
}

/** Stores that a write may happen now; null when there is nothing to write, `shown` when the calendar shows it. */
function intend(run: MirrorRun, id: OccurrenceId): Promise<Intention | 'shown' | null> {
  return run.fenced(async (scope) => {
    const entry = await scope.calendarMirror.entry(run.household.id, id);
    const { occurrence, event } = entry;
    const want = run.want(occurrence);
    const step = stepOf(run, entry);
    if (step.kind === 'wait') {
      // Nothing stands there and nothing is due: what waits for the window is not late.
      if (event !== null) await scope.calendarMirror.removeEvent(run.household.id, id);
      return null;
    }
    if (step.kind === 'settle') {
      await settle(scope, entry, step.as, occurrence?.syncVersion ?? 0);
      if (event !== null && step.as === 'withdrawn' && (occurrence === null || event.state !== 'WITHDRAWN'))
        await scope.calendarMirror.removeEvent(run.household.id, id);
      return step.as === 'published' ? 'shown' : null;
    }
    if (step.kind === 'delete') {
      const deleting = beforeWrite(event as MirroredEvent, 'DELETING');
      await scope.calendarMirror.saveEvent(deleting);
      return { kind: 'delete', occurrence, event: deleting };
    }
    const before = event ?? intended(run, id, eventIdOf(id));
    const intent = beforeWrite(before, before.state === 'WITHDRAWN' ? 'DELETING' : before.state);
    await scope.calendarMirror.saveEvent(intent);
    return {
      kind: step.kind,
      occurrence: occurrence as Occurrence,
      event: intent,
      want: want as NonNullable<typeof want>,
    };
  });
}

async function finish(
  run: MirrorRun,
  id: OccurrenceId,
  intention: Intention,
  written: Written,
  counts: SyncCounts,
): Promise<Outcome> {
  switch (written.kind) {
    case 'created':
    case 'updated':
    case 'adopted':
      await commit(run, intention as Exclude<Intention, { kind: 'delete' }>, written.version);
      if (written.kind === 'created') counts.created++;
      if (written.kind === 'updated') counts.updated++;
      return DONE;
    case 'deleted':
      await committedDeletion(run, id, intention);
      counts.deleted++;
      return DONE;
    case 'deletedThere':
      await run.fenced(async (scope) => {
        const entry = await scope.calendarMirror.entry(run.household.id, id);
        const { etag, sequence, updated } = written.version;
        const gone = { ...beforeWrite(intention.event, 'GONE'), etag, sequence, remoteUpdated: updated };
        await scope.calendarMirror.saveEvent(gone);
        await settle(scope, entry, 'deletedThere', intention.occurrence?.syncVersion ?? 0);
      });
      return DONE;
    case 'noWriteAccess':
    case 'calendarGone':
      counts.blocked = (counts.blocked ?? 0) + 1;
      await invalidateLink(
        run,
        written.kind === 'calendarGone' ? 'CALENDAR_NOT_FOUND' : 'NO_WRITE_ACCESS',
        written.kind === 'calendarGone' ? null : id,
      );
      return STOP;
    case 'revoked':
      counts.blocked = (counts.blocked ?? 0) + 1;
      return STOP;
    case 'rateLimited': {
      // By then both the calendar and this occurrence may be tried again: each pause has a chance of its own.
      const floorMs = await coolDown(run, written.kind, written.retryAfterMs);
      counts.retryInMs = await noteFailure(run, id, written.kind, { floorMs });
      return STOP;
    }
    case 'quotaExceeded':
      counts.retryInMs = await coolDown(run, written.kind, written.retryAfterMs);
      return STOP;
    case 'invalidRequest':
    case 'eventForbidden':
      counts.failed++;
      await noteFailure(run, id, `${written.kind}: ${written.detail}`, { forGood: true });
      return DONE;
    case 'misconfigured':
      run.dependencies.logger.error('the calendar provider refuses this service', { detail: written.detail });
      counts.failed++;
      counts.retryInMs = await coolDown(run, 'quotaExceeded', null);
      return STOP;
    case 'transient': {
      counts.failed++;
      const pause = await noteFailure(run, id, written.detail);
      counts.retryInMs = Math.min(counts.retryInMs ?? pause, pause);
      return { kind: 'failed', pauseMs: pause };
    }
  }
}

function commit(
  run: MirrorRun,
  { occurrence, event, want }: Exclude<Intention, { kind: 'delete' }>,
  { etag, sequence, updated }: { etag: string; sequence: number; updated: number },
): Promise<void> {
  return run.fenced(async (scope) => {
    const entry = await scope.calendarMirror.entry(run.household.id, occurrence.id);
    const { title, times, frame } = want;
    await scope.calendarMirror.saveEvent({
      ...event,
      state: 'LIVE',
      etag,
      sequence,
      remoteUpdated: updated,
      content: fingerprint(want),
      published: { title, times, frame },
    });
    await settle(scope, entry, 'published', occurrence.syncVersion);
  });
}

function committedDeletion(
  run: MirrorRun,
  id: OccurrenceId,
  { occurrence, event }: Intention,
): Promise<void> {
  return run.fenced(async (scope) => {
    const entry = await scope.calendarMirror.entry(run.household.id, id);
    if (entry.occurrence === null) await scope.calendarMirror.removeEvent(run.household.id, id);
    else await scope.calendarMirror.saveEvent(withdrawn(event));
    await settle(scope, entry, 'withdrawn', occurrence?.syncVersion ?? 0);
  });
}
