import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { MemberCaller } from '../../shared/caller.js';
import { invalidState, notFound } from '../../shared/errors.js';
import type { Needs } from '../../shared/needs.js';
import type { CalendarLinkReader } from '../ports.js';
import { LockBusy } from '../../shared/ports.js';
import { addCounts, noCounts, type SyncCounts } from './counts.js';
import { LinkChanged, lockName, openRun, type MirrorDependencies, type MirrorRun } from './mirror-run.js';
import { pull } from './pull.js';
import { reconcile } from './reconcile.js';
import { sweep } from './sweep.js';

const RETRY_MS = 60_000;
/** Whoever is at work on the household does what there is to do: this is for what it has passed already. */
const BUSY_MS = 15_000;
const FIVE_MINUTES_MS = 300_000;

/**
 * Does something with a household's calendar, alone in all processes; a link that ends meanwhile ends it too, and while
 * somebody else is at it for long, as with a first link, nothing is done.
 */
async function runAlone(
  dependencies: MirrorDependencies,
  householdId: HouseholdId,
  work: (run: MirrorRun) => Promise<SyncCounts>,
): Promise<SyncCounts> {
  try {
    return await dependencies.exclusiveLock.hold(lockName(householdId), () =>
      openAndRun(dependencies, householdId, work),
    );
  } catch (error) {
    if (error instanceof LockBusy) return { ...noCounts(), retryInMs: BUSY_MS };
    if (error instanceof LinkChanged) return noCounts();
    throw error;
  }
}

async function openAndRun(
  dependencies: MirrorDependencies,
  householdId: HouseholdId,
  work: (run: MirrorRun) => Promise<SyncCounts>,
): Promise<SyncCounts> {
  const result = await openRun(dependencies, householdId);
  switch (result.kind) {
    case 'none':
      return noCounts();
    case 'cooling':
      return { ...noCounts(), retryInMs: result.retryInMs };
    case 'revoked':
      return { ...noCounts(), blocked: 1 };
    case 'transient':
      await coolDown(dependencies, householdId, result.detail);
      return { ...noCounts(), retryInMs: RETRY_MS };
    case 'open':
      return work(result.run);
  }
}

/** Without a token nothing can be done for now; the permission is as good as it was. */
function coolDown(
  { unitOfWork, clock }: MirrorDependencies,
  householdId: HouseholdId,
  trouble: string,
): Promise<void> {
  return unitOfWork.run(async ({ calendarLinks }) => {
    const link = await calendarLinks.findForUpdate(householdId);
    if (link?.status !== 'ACTIVE') return;
    await calendarLinks.save({ ...link, coolUntil: clock.now() + RETRY_MS, trouble });
  });
}

/** Publishes what the household owes its calendar; what has to wait is queued for when it may be tried again. */
export function sweepHousehold(dependencies: MirrorDependencies) {
  return async (householdId: HouseholdId): Promise<SyncCounts> => {
    const counts = await runAlone(dependencies, householdId, sweep);
    await queueRetry(dependencies, householdId, counts);
    return counts;
  };
}

export function pullHousehold(dependencies: MirrorDependencies) {
  return async (householdId: HouseholdId): Promise<SyncCounts> => {
    const counts = await runAlone(dependencies, householdId, async (run) => {
      const { reconciledAt } = run.link;
      // A reconcile has just read all of it.
      const isFresh = reconciledAt !== null && dependencies.clock.now() - reconciledAt < FIVE_MINUTES_MS;
      return isFresh ? noCounts() : pull(run);
    });
    await queueSweep(dependencies, householdId);
    return counts;
  };
}

/** Everything: what changed in the calendar, what does not belong there or is missing, and what is owed. */
export function synchroniseHousehold(dependencies: MirrorDependencies) {
  const sweepNow = sweepHousehold(dependencies);
  return async (householdId: HouseholdId): Promise<SyncCounts> => {
    const read = await runAlone(dependencies, householdId, readAll);
    if (isStopped(read)) {
      await queueRetry(dependencies, householdId, read, 'synchronise-household-calendar');
      return read;
    }
    // What fails from here on is for sweeps to try again: nothing that was read has to be read once more.
    return addCounts(read, await sweepNow(householdId));
  };
}

const isStopped = ({ blocked, retryInMs }: SyncCounts) => blocked !== undefined || retryInMs !== undefined;

async function readAll(run: MirrorRun): Promise<SyncCounts> {
  const pulled = await pull(run);
  return isStopped(pulled) ? pulled : addCounts(pulled, await reconcile(run));
}

/**
 * Synchronises for a member who waits for it. What it writes is the calendar's or the service's doing, so it is no
 * operation of that member. NOT_FOUND when no calendar is linked, INVALID_STATE when it cannot be used.
 */
export function synchroniseNow(
  dependencies: MirrorDependencies & Needs<'acts'> & { calendarLinks: CalendarLinkReader },
) {
  const synchronise = synchroniseHousehold(dependencies);
  return async ({ household }: MemberCaller): Promise<SyncCounts> => {
    const link = await dependencies.calendarLinks.find(household.id);
    if (link === null) throw notFound('calendar link');
    if (link.status === 'INVALID')
      throw invalidState(link.reason ?? 'CALENDAR_NOT_FOUND', 'The calendar cannot be used');
    return dependencies.acts.withoutAct(() => synchronise(household.id));
  };
}

/** Under a key of its own: a change that is made meanwhile need not wait for what is put off. */
async function queueRetry(
  { unitOfWork, clock }: MirrorDependencies,
  householdId: HouseholdId,
  { retryInMs }: SyncCounts,
  job: 'sweep-household-calendar' | 'synchronise-household-calendar' = 'sweep-household-calendar',
): Promise<void> {
  if (retryInMs === undefined) return;
  const startAfter = clock.now() + retryInMs;
  await unitOfWork.run(({ jobs }) =>
    jobs.enqueue(job, { householdId }, { startAfter, singletonKey: `retry ${householdId}` }),
  );
}

/** What was read may be owed again: a suffix that somebody removed. */
async function queueSweep({ unitOfWork }: MirrorDependencies, householdId: HouseholdId): Promise<void> {
  await unitOfWork.run(async ({ calendarLinks, jobs }) => {
    if ((await calendarLinks.find(householdId))?.status !== 'ACTIVE') return;
    await jobs.enqueue('sweep-household-calendar', { householdId }, { singletonKey: householdId });
  });
}
