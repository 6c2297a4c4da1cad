import type { ListedOperation, Operation } from '../../domain/operations/operation.js';
import type { OperationId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { SyncedKind } from '../../domain/sync/journal.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { ChangeFeed, ShownRows } from '../sync/ports.js';
import type { OperationReader } from './ports.js';

/** Lists the operations of the last 30 days, newest first. */
export function listOperations({ operations }: { operations: OperationReader }) {
  return ({ household, memberId }: MemberCaller, page: PageRequest): Promise<Page<ListedOperation>> =>
    operations.list(household.id, memberId, page);
}

/**
 * Returns an operation.
 *
 * @throws NOT_FOUND if it does not exist, is too old, or is about a personal task of somebody else.
 */
export function showOperation({ operations }: { operations: OperationReader }) {
  return async (caller: MemberCaller, id: OperationId): Promise<Operation> => {
    const operation = await operations.find(caller.household.id, id, viewerOf(caller));
    if (operation === null) throw notFound('operation');
    return operation;
  };
}

/**
 * Returns rows as the caller's lists show them now, in the order of `ids`. Without `ids`, it returns the rows
 * that the answer to the operation showed. Rows that were deleted or are in the trash are left out.
 */
export function showRows({ changeFeed }: { changeFeed: Pick<ChangeFeed, 'find'> }) {
  return async <Kind extends SyncedKind>(
    caller: MemberCaller,
    kind: Kind,
    shown: readonly string[] | ListedOperation,
  ): Promise<readonly ShownRows[Kind][]> => {
    const ids = 'actorId' in shown ? listShownRowIds(shown) : shown;
    const found = await changeFeed.find(kind, caller.household.id, viewerOf(caller), ids);
    const byId = new Map<string, ShownRows[Kind]>(
      found.map((row) => ['household' in row ? row.household.id : row.id, row]),
    );
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
}

/**
 * Works like {@link showRows} for one row. Of several ids, only the first row that still exists is returned.
 *
 * @throws NOT_FOUND if the row was deleted, is in the trash, or is hidden from the caller.
 */
export function showRow(dependencies: { changeFeed: Pick<ChangeFeed, 'find'> }) {
  const show = showRows(dependencies);
  return async <Kind extends SyncedKind>(
    caller: MemberCaller,
    kind: Kind,
    shown: string | ListedOperation,
  ): Promise<ShownRows[Kind]> => {
    const [row] = await show(caller, kind, typeof shown === 'string' ? [shown] : shown);
    if (row === undefined) throw notFound(kind);
    return row;
  };
}

/**
 * Returns the ids of the rows that the answer to the operation showed: those in `params.ids`, otherwise the subject.
 */
export function listShownRowIds({ params: { ids }, subject }: ListedOperation): readonly string[] {
  if (Array.isArray(ids)) return ids as readonly string[];
  return subject === null ? [] : [subject.id];
}
