import type { MemberCaller } from '../../../application/shared/caller.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import type { Application } from './application.js';

export type Done<T> = { readonly result: T; readonly operationId: OperationId | null };

/** Runs `work` as a request of the caller would. The operation id is null if `work` changed nothing. */
export async function runOperation<T>(
  { useCases }: Pick<Application, 'useCases'>,
  caller: MemberCaller,
  work: () => Promise<T>,
): Promise<Done<T>> {
  const outcome = await useCases.withOperation(caller, null, work);
  if ('operation' in outcome) throw new Error('A request without a key repeats no other request');
  return outcome;
}
