import type { Household } from '../../domain/households/household.js';
import type { UnfinishedWork } from '../../domain/operations/operation.js';
import type { HouseholdId, MemberId, OperationId } from '../../domain/shared/ids.js';
import type { Jobs } from '../shared/job-queue.js';
import type { Needs } from '../composition/needs.js';
import { dryRun } from '../composition/dry-run.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import { SERIES_AT_ONCE } from './batches.js';

/**
 * Bulk work is a change of many rows. It is carried out in several transactions, each called a part, so that none of
 * them holds the household's locks for long.
 *
 * If a member started the work, it is an operation. The first transaction writes the operation together with the
 * remaining work. Each further transaction locks the operation, carries out the next part, and updates the remaining
 * work. So each part is carried out once, either by the request or by a job.
 *
 * If the service started the work, for example for a guest who departs, there is no operation. The payload of a job
 * contains the remaining work. Each part queues the job for the next part in its own transaction. A part that runs
 * twice changes nothing the second time.
 */

/**
 * The remaining work of a change of many rows: the series that still have to be planned. Work on other rows, such as
 * one-off tasks, may follow after them.
 */
export type SeriesWork = UnfinishedWork & { readonly seriesIds: readonly unknown[] };

/**
 * The household and the member in whose name a part is carried out. `memberId` null means the service itself.
 */
export type BulkActor = { readonly household: Household; readonly memberId: MemberId | null };

/** The result of a part, and the work that remains after it. null means that nothing remains. */
export type BulkStep<Work extends UnfinishedWork, Result> = {
  readonly left: Work | null;
  readonly result: Result;
};

/** The result of the first part, and the operation that it started. null means that the service started the work. */
export type FirstStep<Work extends UnfinishedWork, Result> = BulkStep<Work, Result> & {
  readonly operationId: OperationId | null;
};

/** Carries out the next part of the work in one transaction, with the household locked. */
export type TakeStep<Work extends UnfinishedWork, Result> = (
  scope: UnitOfWorkScope,
  actor: BulkActor,
  work: Work,
) => Promise<BulkStep<Work, Result>>;

/** The results of the parts that the request carried out. `isComplete` is false if a job carries out more parts. */
export type BulkOutcome<Result> = { readonly results: readonly Result[]; readonly isComplete: boolean };

/**
 * The delay of the job that continues an operation. Until then the request itself may carry out the parts. If its
 * process dies, the job takes over after this time.
 */
const REQUEST_MS = 60_000;

/**
 * Carries out the first part in the transaction that begins the work. Queues a job for the remaining work. The job of
 * an operation starts after the request has had time to carry out the work itself; the job of service work starts at
 * once.
 */
export async function takeFirstStep<Work extends UnfinishedWork, Result>(
  { clock }: Needs<'clock'>,
  scope: UnitOfWorkScope,
  actor: BulkActor,
  work: Work,
  take: TakeStep<Work, Result>,
): Promise<FirstStep<Work, Result>> {
  const { operation, jobs } = scope;
  const step = await take(scope, actor, work);
  if (operation.by === null) {
    if (step.left !== null) await queueServiceWork(scope, actor, step.left);
    return { ...step, operationId: null };
  }
  if (step.left !== null) {
    operation.leaves(step.left);
    await jobs.enqueue('continue-bulk-work', toJob(actor, operation.id, operation.by), {
      startAfter: clock.now() + REQUEST_MS,
    });
  }
  return { ...step, operationId: operation.id };
}

function toJob(
  { household }: BulkActor,
  operationId: OperationId,
  actorId: MemberId,
): Jobs['continue-bulk-work'] {
  return { householdId: household.id, operationId, actorId };
}

async function queueServiceWork(
  { jobs }: Pick<UnitOfWorkScope, 'jobs'>,
  { household }: BulkActor,
  work: UnfinishedWork,
): Promise<void> {
  await jobs.enqueue('continue-service-work', { householdId: household.id, work });
}

/** Returns true if the request itself continues with the remaining work. Otherwise a job continues. */
export const isWithinRequest = ({ seriesIds, done }: SeriesWork): boolean =>
  seriesIds.length === 0 || done < SERIES_AT_ONCE;

/**
 * Carries out further parts of an operation in the request, as long as `goesOn` returns true for the remaining work.
 * Queues a job if work still remains then.
 */
export async function continueInRequest<Work extends UnfinishedWork, Result>(
  { unitOfWork }: Needs<'unitOfWork'>,
  actor: BulkActor & { readonly memberId: MemberId },
  { operationId, ...first }: FirstStep<Work, Result>,
  take: TakeStep<Work, Result>,
  goesOn: (left: Work) => boolean,
): Promise<BulkOutcome<Result>> {
  const results = [first.result];
  let { left } = first;
  if (operationId === null) return { results, isComplete: left === null };
  while (left !== null && goesOn(left)) {
    const step: BulkStep<Work, Result> | null = await takeNextStep(
      unitOfWork,
      actor.household.id,
      operationId,
      take,
    );
    if (step !== null) results.push(step.result);
    left = step && step.left;
  }
  if (left !== null)
    await unitOfWork.run(({ jobs }) =>
      jobs.enqueue('continue-bulk-work', toJob(actor, operationId, actor.memberId)),
    );
  return { results, isComplete: left === null };
}

/**
 * Carries out the next part of an operation. Returns null if the operation is finished or unknown, or if the household
 * was deleted.
 */
export function takeNextStep<Work extends UnfinishedWork, Result>(
  unitOfWork: UnitOfWork,
  householdId: HouseholdId,
  operationId: OperationId,
  take: TakeStep<Work, Result>,
): Promise<BulkStep<Work, Result> | null> {
  return unitOfWork.run(async (scope) => {
    const household = await scope.households.findForUpdate(householdId);
    if (household === null) return null;
    const operation = await scope.operations.findUnfinishedForUpdate(householdId, operationId);
    if (operation?.work === undefined) return null;
    const actor = { household, memberId: operation.actorId };
    const step = await take(scope, actor, operation.work as Work);
    scope.operation.continues(operation, step.left);
    return step;
  });
}

/**
 * Returns what the work would do, part by part, each in a transaction that is rolled back. Only the first
 * series are included; `isComplete` is false if there are more.
 *
 * @param begin prepares the work like the real operation. It is called for each part and must return the same
 *   work.
 */
export async function dryRunWork<Work extends SeriesWork, Result>(
  unitOfWork: UnitOfWork,
  begin: (scope: UnitOfWorkScope) => Promise<{ readonly actor: BulkActor; readonly work: Work }>,
  take: TakeStep<Work, Result>,
): Promise<BulkOutcome<Result>> {
  const results: Result[] = [];
  let left: Work | null = null;
  let isComplete = true;
  do
    left = await dryRun(unitOfWork, async (scope) => {
      const { actor, work } = await begin(scope);
      isComplete = work.seriesIds.length <= SERIES_AT_ONCE;
      const next: Work = left ?? { ...work, seriesIds: work.seriesIds.slice(0, SERIES_AT_ONCE) };
      const step = await take(scope, actor, next);
      results.push(step.result);
      return step.left;
    });
  while (left !== null);
  return { results, isComplete };
}

/** The functions that carry out a part of bulk work in a job, by the kind of work. */
export type BulkSteps = Readonly<Record<string, AnyStep>>;

/** Declared as a method, because the compiler then accepts a step that takes only the work of its own kind. */
type AnyStep = {
  take(
    scope: UnitOfWorkScope,
    actor: BulkActor,
    work: UnfinishedWork,
  ): Promise<BulkStep<UnfinishedWork, unknown>>;
}['take'];

/**
 * Carries out the remaining work of an operation. It may run twice, or at the same time as the request that
 * started the operation.
 */
export function continueBulkWork({
  unitOfWork,
  operationContexts,
  bulkLine,
  steps,
}: Needs<'unitOfWork' | 'operationContexts' | 'bulkLine'> & { readonly steps: BulkSteps }) {
  const take = takeByKind(steps);
  return async ({ householdId, operationId, actorId }: Jobs['continue-bulk-work']): Promise<void> => {
    const act = { actorId, householdId, idempotencyKey: null, done: () => undefined };
    let step: BulkStep<UnfinishedWork, unknown> | null;
    do
      step = await bulkLine.run(() =>
        operationContexts.run(act, () => takeNextStep(unitOfWork, householdId, operationId, take)),
      );
    while (step !== null && step.left !== null);
  };
}

/** Carries out the next part of work of the service itself, and queues the job for the part after it. */
export function continueServiceWork({
  unitOfWork,
  bulkLine,
  steps,
}: Needs<'unitOfWork' | 'bulkLine'> & { readonly steps: BulkSteps }) {
  const take = takeByKind(steps);
  return ({ householdId, work }: Jobs['continue-service-work']): Promise<void> =>
    bulkLine.run(() =>
      unitOfWork.run(async (scope) => {
        const household = await scope.households.findForUpdate(householdId);
        if (household === null) return;
        const actor = { household, memberId: null };
        const { left } = await take(scope, actor, work);
        if (left !== null) await queueServiceWork(scope, actor, left);
      }),
    );
}

function takeByKind(steps: BulkSteps): TakeStep<UnfinishedWork, unknown> {
  return (scope, actor, work) => {
    const step = steps[work.kind];
    if (step === undefined) throw new RangeError(`Unknown kind of unfinished work: ${work.kind}`);
    return step(scope, actor, work);
  };
}

/** The maximum number of operations for which one sweep queues jobs. The oldest come first. */
const SWEEP_BATCH = 500;
/** The sweep skips younger operations, because a request or a job probably still carries them out. */
const SWEEP_AFTER_MS = 5 * 60_000;

/**
 * Queues jobs for unfinished operations that are older than SWEEP_AFTER_MS, because their own jobs may be lost. If
 * such a job still exists, the second one does no harm.
 */
export function sweepBulkWork({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (): Promise<void> =>
    unitOfWork.run(async ({ operations, jobs }) => {
      const found = await operations.listUnfinished(clock.now() - SWEEP_AFTER_MS, SWEEP_BATCH);
      for (const one of found)
        await jobs.enqueue('continue-bulk-work', one, { singletonKey: one.operationId });
    });
}
