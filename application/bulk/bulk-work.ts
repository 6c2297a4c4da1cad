import type { OperationId, UnfinishedWork } from '../../domain/operations/operation.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Jobs } from '../shared/job-queue.js';
import type { MemberCaller } from '../shared/caller.js';
import type { Needs } from '../shared/needs.js';
import { rehearse } from '../shared/rehearse.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import { SERIES_AT_ONCE } from './batches.js';

/*
 * A change of many series is carried out in several transactions, so that none of them holds the household's locks for
 * long. The first one writes the operation and, with it, what is left to do. Each further one locks the operation, does the next
 * part, and writes what is left then. So a part is done once, whoever carries it out: the request, or after it a job.
 */

/** Work on series, which come first. */
export type SeriesWork = UnfinishedWork & { readonly seriesIds: readonly unknown[] };

/** In whose name, and in which household, a part is carried out. */
export type BulkActor = Pick<MemberCaller, 'household' | 'memberId'>;

/** What a part did, and what is left to do after it; null: nothing. */
export type BulkStep<Work extends UnfinishedWork, Result> = {
  readonly left: Work | null;
  readonly result: Result;
};

/** What the first transaction did. */
export type FirstStep<Work extends UnfinishedWork, Result> = {
  readonly left: Work | null;
  readonly results: readonly Result[];
};

/** Carries out the next part of the work in one transaction, with the household locked. */
export type TakeStep<Work extends UnfinishedWork, Result> = (
  scope: UnitOfWorkScope,
  actor: BulkActor,
  work: Work,
) => Promise<BulkStep<Work, Result>>;

/** What was done before the answer; `isComplete` is false while a job still does the rest. */
export type BulkOutcome<Result> = { readonly results: readonly Result[]; readonly isComplete: boolean };

/** A process that dies amid a request leaves the rest to the job, which waits this long for the request. */
const REQUEST_MS = 60_000;

/** Carries out the first part in the transaction that begins the work. */
export async function takeFirstStep<Work extends UnfinishedWork, Result>(
  { clock }: Needs<'clock'>,
  scope: UnitOfWorkScope,
  actor: BulkActor,
  work: Work,
  take: TakeStep<Work, Result>,
): Promise<FirstStep<Work, Result>> {
  const { left, result } = await take(scope, actor, work);
  const step = { left, results: [result] };
  // Nobody's act is no operation, with which the rest could be stored.
  if (scope.operation.by === null) return takeAll(scope, actor, step, take);
  if (step.left !== null) {
    scope.operation.leaves(step.left);
    await scope.jobs.enqueue('continue-bulk-work', toJob(actor, scope.operation.id), {
      startAfter: clock.now() + REQUEST_MS,
    });
  }
  return step;
}

/** Carries out all parts in one transaction; gives the last of them with what all of them did. */
async function takeAll<Work extends UnfinishedWork, Result>(
  scope: UnitOfWorkScope,
  actor: BulkActor,
  first: FirstStep<Work, Result>,
  take: TakeStep<Work, Result>,
): Promise<FirstStep<Work, Result>> {
  const results = [...first.results];
  let { left } = first;
  while (left !== null) {
    const step: BulkStep<Work, Result> = await take(scope, actor, left);
    results.push(step.result);
    left = step.left;
  }
  return { left, results };
}

function toJob({ household, memberId }: BulkActor, operationId: OperationId): Jobs['continue-bulk-work'] {
  return { householdId: household.id, operationId, actorId: memberId };
}

/**
 * Carries out further parts of an operation until the request has done its share of the series, or all of them and what
 * follows them. A job does the rest.
 */
export async function continueInRequest<Work extends SeriesWork, Result>(
  { unitOfWork }: Needs<'unitOfWork'>,
  actor: BulkActor,
  operationId: OperationId,
  first: FirstStep<Work, Result>,
  take: TakeStep<Work, Result>,
): Promise<BulkOutcome<Result>> {
  const results = [...first.results];
  let { left } = first;
  while (left !== null && (left.seriesIds.length === 0 || left.done < SERIES_AT_ONCE)) {
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
    await unitOfWork.run(({ jobs }) => jobs.enqueue('continue-bulk-work', toJob(actor, operationId)));
  return { results, isComplete: left === null };
}

/** Carries out the next part of an operation; null: it is finished, or the household is gone. */
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
 * What the work would do, part by part, each in a transaction that is rolled back. Only the first series are looked at;
 * `isComplete` says whether they are all.
 *
 * @param begin prepares the work as the act itself does. It is called anew for each part, so it has to give the same work.
 */
export async function rehearseWork<Work extends SeriesWork, Result>(
  unitOfWork: UnitOfWork,
  begin: (scope: UnitOfWorkScope) => Promise<{ readonly actor: BulkActor; readonly work: Work }>,
  take: TakeStep<Work, Result>,
): Promise<BulkOutcome<Result>> {
  const results: Result[] = [];
  let left: Work | null = null;
  let isComplete = true;
  do
    left = await rehearse(unitOfWork, async (scope) => {
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

/** Steps by the kind of work, for jobs: what is stored of a kind is what its step wrote. */
export type BulkSteps = Readonly<Record<string, AnyStep>>;

/** A method, since each step takes the work of its own kind alone. */
type AnyStep = {
  take(
    scope: UnitOfWorkScope,
    actor: BulkActor,
    work: UnfinishedWork,
  ): Promise<BulkStep<UnfinishedWork, unknown>>;
}['take'];

/** Carries out what is left of an operation; safe to run twice, and beside the request that began it. */
export function continueBulkWork({
  unitOfWork,
  acts,
  bulkLine,
  steps,
}: Needs<'unitOfWork' | 'acts' | 'bulkLine'> & { readonly steps: BulkSteps }) {
  return async ({ householdId, operationId, actorId }: Jobs['continue-bulk-work']): Promise<void> => {
    const act = { actorId, householdId, mark: null, done: () => undefined };
    const take: TakeStep<UnfinishedWork, unknown> = (scope, actor, work) => {
      const step = steps[work.kind];
      if (step === undefined) throw new RangeError(`There is no work of the kind ${work.kind}`);
      return step(scope, actor, work);
    };
    let step: BulkStep<UnfinishedWork, unknown> | null;
    do
      step = await bulkLine.run(() =>
        acts.run(act, () => takeNextStep(unitOfWork, householdId, operationId, take)),
      );
    while (step !== null && step.left !== null);
  };
}

/** Operations that the sweep looks at in one transaction. */
const SWEEP_BATCH = 500;
/** An operation that is younger has a request or a job that carries it out. */
const SWEEP_AFTER_MS = 5 * 60_000;

/** Queues a job for each operation that was left unfinished, as after a restore of a backup, which has no jobs. */
export function sweepBulkWork({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (): Promise<void> =>
    unitOfWork.run(async ({ operations, jobs }) => {
      const found = await operations.listUnfinished(clock.now() - SWEEP_AFTER_MS, SWEEP_BATCH);
      for (const one of found)
        await jobs.enqueue('continue-bulk-work', one, { singletonKey: one.operationId });
    });
}
