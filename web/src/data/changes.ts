import { ok } from '../api/client.ts';
import type { HouseholdData } from './household.ts';
import { undoOperation } from './outbox.ts';

type Answered = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

/** The answer to a change, and a function that undoes it. `undo` is null if the change cannot be undone. */
export type ChangeResult<A extends Answered> = {
  readonly data: NonNullable<A['data']>;
  readonly undo: (() => Promise<void>) | null;
};

/**
 * Waits until the service has made the change, and then brings this client's copy of the household up to
 * date.
 * @throws ApiError if the service refuses the change
 */
export async function waitForChange<A extends Answered>(
  household: HouseholdData,
  answer: Promise<A>,
): Promise<ChangeResult<A>> {
  const { data, response } = await ok(answer);
  await household.catchUp();
  const operationId = response.headers.get('Operation-Id');
  return {
    data: data as NonNullable<A['data']>,
    undo: operationId === null ? null : () => undoOperation(household.id, operationId),
  };
}
