import type { Operation, OperationId } from '../../domain/operations/operation.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { OperationReader } from './ports.js';

/** What was done in the household in the last 30 days, newest first. */
export function listOperations({ operations }: { operations: OperationReader }) {
  return ({ household, userId }: MemberCaller, page: PageRequest): Promise<Page<Operation>> =>
    operations.list(household.id, userId, page);
}

export function showOperation({ operations }: { operations: OperationReader }) {
  return async ({ household, userId }: MemberCaller, id: OperationId): Promise<Operation> => {
    const operation = await operations.find(household.id, id, userId);
    if (operation === null) throw notFound('operation');
    return operation;
  };
}
