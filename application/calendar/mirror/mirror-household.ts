import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { MemberCaller } from '../../shared/caller.js';
import { invalidState, notFound } from '../../shared/errors.js';
import type { Needs } from '../../composition/needs.js';
import type { CalendarLinkReader } from '../ports.js';
import { LockBusy } from '../../shared/ports.js';
import { addSyncCounts, noCounts, type SyncCounts } from './counts.js';
import { LinkChanged, lockName, openRun, type MirrorDependencies, type MirrorRun } from './mirror-run.js';
import { pull } from './pull.js';
import { reconcile } from './reconcile.js';
import { sweep } from './sweep.js';

const RETRY_MS = 60_000;
/**
 * The delay before a retry if another run has the lock. That run publishes the changes that are due. The retry
 * publishes changes that were made too late for it.
 */
const BUSY_MS = 15_000;
const FIVE_MINUTES_MS = 300_000;

/**
 * Runs `work` on a household's calendar under the household's lock, so that only one run works on it, in all
 * processes. Stops and returns zero counts if the household's calendar link changes its status or is replaced or
 * removed while `work` runs. If another run has the lock for long, for example during the first synchronisation, the
 * result asks for a retry.
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

/**
 * Stores that the calendar cannot be used for the moment, because no access token could be obtained. The link stays
 * valid, because the permission was not revoked.
 */
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

/** Writes those changes of the household that are due into its calendar. If some have to wait, a retry is queued. */
export function sweepHousehold(dependencies: MirrorDependencies) {
  return async (householdId: HouseholdId): Promise<SyncCounts> => {
    const counts = await runAlone(dependencies, householdId, sweep);
    await queueRetry(dependencies, householdId, counts);
    return counts;
  };
}

/** Reads the changes that people made in the calendar and applies them to the occurrences, then queues a sweep. */
export function pullHousehold(dependencies: MirrorDependencies) {
  return async (householdId: HouseholdId): Promise<SyncCounts> => {
    const counts = await runAlone(dependencies, householdId, async (run) => {
      const { reconciledAt } = run.link;
      // The pull is skipped if a reconciliation has read the calendar within the last five minutes.
      const isFresh = reconciledAt !== null && dependencies.clock.now() - reconciledAt < FIVE_MINUTES_MS;
      return isFresh ? noCounts() : pull(run);
    });
    await queueSweep(dependencies, householdId);
    return counts;
  };
}

/**
 * Synchronises everything: reads the changes of the calendar, reconciles it with the household, and publishes what is
 * due.
 */
export function synchroniseHousehold(dependencies: MirrorDependencies) {
  const sweepNow = sweepHousehold(dependencies);
  return async (householdId: HouseholdId): Promise<SyncCounts> => {
    const read = await runAlone(dependencies, householdId, readAll);
    if (isStopped(read)) {
      await queueRetry(dependencies, householdId, read, 'synchronise-household-calendar');
      return read;
    }
    // If a write fails from here on, only the sweep is retried, so the calendar is not read again.
    return addSyncCounts(read, await sweepNow(householdId));
  };
}

const isStopped = ({ blocked, retryInMs }: SyncCounts) => blocked !== undefined || retryInMs !== undefined;

async function readAll(run: MirrorRun): Promise<SyncCounts> {
  const pulled = await pull(run);
  return isStopped(pulled) ? pulled : addSyncCounts(pulled, await reconcile(run));
}

/**
 * Synchronises the calendar for a member who waits for the result. The writes come from the calendar or the service,
 * so they are not recorded as an operation of the member.
 *
 * @throws NOT_FOUND if no calendar is linked.
 * @throws INVALID_STATE if the calendar cannot be used.
 */
export function synchroniseNow(
  dependencies: MirrorDependencies & Needs<'operationContexts'> & { calendarLinks: CalendarLinkReader },
) {
  const synchronise = synchroniseHousehold(dependencies);
  return async ({ household }: MemberCaller): Promise<SyncCounts> => {
    const link = await dependencies.calendarLinks.find(household.id);
    if (link === null) throw notFound('calendar link');
    if (link.status === 'INVALID')
      throw invalidState(
        link.reason ?? 'CALENDAR_NOT_FOUND',
        'The calendar cannot be used. Connect the account again, or choose another calendar',
      );
    return dependencies.operationContexts.withoutOperation(() => synchronise(household.id));
  };
}

/**
 * Queues a retry. It has its own singleton key, so a change made in the meantime is published without waiting for the
 * retry.
 */
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

/**
 * Queues a sweep, because changes that were read may have to be written again: for example, somebody removed a suffix
 * from a title.
 */
async function queueSweep({ unitOfWork }: MirrorDependencies, householdId: HouseholdId): Promise<void> {
  await unitOfWork.run(async ({ calendarLinks, jobs }) => {
    if ((await calendarLinks.find(householdId))?.status !== 'ACTIVE') return;
    await jobs.enqueue('sweep-household-calendar', { householdId }, { singletonKey: householdId });
  });
}
