import { describe, isInstantAlone, isSyncStateAlone } from '../../domain/operations/describe.js';
import { invert } from '../../domain/operations/inverse.js';
import {
  isDoneForActor,
  OPERATION_RETENTION_DAYS,
  toProgress,
  UNDO_DAYS,
  type Operation,
  type OperationKind,
  type UnfinishedWork,
} from '../../domain/operations/operation.js';
import type { HouseholdId, OperationId } from '../../domain/shared/ids.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { JournalEntry } from '../../domain/sync/journal.js';
import type { Needs } from '../composition/needs.js';
import { inBatches, eachPart } from '../shared/pages.js';
import type { OperationContext, KeyedOperation } from './ports.js';

/** The data that a use case has noted about its operation. null means that it has noted none. */
export type OperationNotes = {
  readonly id: OperationId;
  readonly kind: OperationKind | null;
  readonly undone: OperationId | null;
  readonly params: Operation['params'];
  /** The work that remains after the first of several transactions. null means none. */
  readonly left: UnfinishedWork | null;
};

/**
 * Returns the operation under which the changes of a transaction are recorded. Returns null if the transaction deleted
 * the household. Also returns null if it changed no row of the household that clients keep a copy of, unless the use
 * case has set the kind of the operation.
 */
export function toOperation(
  { actorId, householdId, idempotencyKey, via = null }: OperationContext,
  journal: readonly JournalEntry[],
  { id, kind, undone, params, left }: OperationNotes,
  at: Instant,
): KeyedOperation | null {
  const own = journal.filter(
    (entry) => entry.householdId === householdId && !isInstantAlone(entry) && !isSyncStateAlone(entry),
  );
  // The operation of a deletion of a household is not stored, because nobody can read it any more.
  if (own.some(({ kind, after }) => kind === 'household' && after === null)) return null;
  const description = describe(own, kind);
  if (description === null && kind === null) return null;
  const inverse = invert(own);
  return {
    id,
    householdId,
    at,
    actorId,
    via,
    subject: null,
    taskId: null,
    onlyFor: null,
    counts: [],
    ...description,
    params: { ...description?.params, ...params },
    kind: kind ?? description?.kind ?? 'EDITED',
    inverse,
    // An unfinished operation cannot be undone yet, so it has no end of the undo period.
    undoUntil: inverse === null || !isDoneForActor(left) ? null : at + UNDO_DAYS * DAY_MS,
    undoes: undone,
    undoneBy: null,
    ...(left !== null && { work: left, progress: toProgress(left) }),
    idempotencyKey,
  };
}

/** The number of old operations, or of old data for undo, that one transaction deletes. */
const PURGE_BATCH = 500;
/** The number of households whose stored data for undo one transaction compares with its size limit. */
const HOUSEHOLDS_BATCH = 200;

/**
 * The maximum size in bytes of a household's stored inverses. An inverse is the data with which an operation can be
 * undone. An ordinary household stays far below this limit.
 */
const MAX_INVERSE_BYTES = 64 * 1_048_576;

/**
 * Deletes the data for undo (inverses) of operations that are older than a week or exceed the limit of their
 * household, and operations that are older than 30 days. It may run twice at the same time.
 */
export function purgeOperations({ unitOfWork, clock }: Needs<'clock', 'operations'>) {
  return async (): Promise<void> => {
    const now = clock.now();
    const before = now - OPERATION_RETENTION_DAYS * DAY_MS;
    await inBatches(PURGE_BATCH, () =>
      unitOfWork.run(({ operations }) => operations.forgetInverses(now, PURGE_BATCH)),
    );
    await eachPart((after: HouseholdId | null) =>
      unitOfWork.run(({ operations }) =>
        operations.forgetInversesBeyond(MAX_INVERSE_BYTES, now, { after, limit: HOUSEHOLDS_BATCH }),
      ),
    );
    await inBatches(PURGE_BATCH, () =>
      unitOfWork.run(({ operations }) => operations.purge(before, PURGE_BATCH)),
    );
  };
}
