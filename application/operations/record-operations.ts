import { describe, isInstantAlone, isSyncStateAlone } from '../../domain/operations/describe.js';
import { invert } from '../../domain/operations/inverse.js';
import {
  OPERATION_RETENTION_DAYS,
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
import { inBatches } from '../shared/pages.js';
import type { OperationContext, KeyedOperation } from './ports.js';

/** What a use case has said of its transaction; null: nothing. */
export type OperationNotes = {
  readonly id: OperationId;
  readonly kind: OperationKind | null;
  readonly undone: OperationId | null;
  readonly params: Operation['params'];
  /** Of the first transaction of several: what is left to do after it; null: nothing. */
  readonly left: UnfinishedWork | null;
};

/** The operation that a transaction of the act is; null: it changed nothing, and nobody said that it was one. */
export function toOperation(
  { actorId, householdId, idempotencyKey, via = null }: OperationContext,
  journal: readonly JournalEntry[],
  { id, kind, undone, params, left }: OperationNotes,
  at: Instant,
): KeyedOperation | null {
  const own = journal.filter(
    (entry) => entry.householdId === householdId && !isInstantAlone(entry) && !isSyncStateAlone(entry),
  );
  // Of a household that has ended nobody asks any more.
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
    // What is not finished cannot be taken back yet.
    undoUntil: inverse === null || left !== null ? null : at + UNDO_DAYS * DAY_MS,
    undoes: undone,
    undoneBy: null,
    ...(left !== null && { work: left, progress: { done: left.done, total: left.total } }),
    idempotencyKey,
  };
}

/** Operations of one transaction. */
const PURGE_BATCH = 500;
/** Households whose week is looked at in one transaction. */
const HOUSEHOLDS_BATCH = 200;

/** How much one household keeps of how to take things back, as it is stored: years of a family's weeks. */
const MAX_INVERSE_BYTES = 64 * 1_048_576;

/**
 * Forgets how to take back what is older than a week, or the oldest of too much, and operations of more than thirty days;
 * safe to run twice.
 */
export function purgeOperations({ unitOfWork, clock }: Needs<'clock', 'operations'>) {
  return async (): Promise<void> => {
    const now = clock.now();
    const before = now - OPERATION_RETENTION_DAYS * DAY_MS;
    await inBatches(PURGE_BATCH, () =>
      unitOfWork.run(({ operations }) => operations.forgetInverses(now, PURGE_BATCH)),
    );
    let after: HouseholdId | null = null;
    do
      after = await unitOfWork.run(({ operations }) =>
        operations.forgetInversesBeyond(MAX_INVERSE_BYTES, now, { after, limit: HOUSEHOLDS_BATCH }),
      );
    while (after !== null);
    await inBatches(PURGE_BATCH, () =>
      unitOfWork.run(({ operations }) => operations.purge(before, PURGE_BATCH)),
    );
  };
}
