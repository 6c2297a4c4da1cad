import { ok } from '../api/client.ts';
import type { HouseholdData } from './household.ts';
import { undoOperation } from './outbox.ts';

type Answered = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

/** What was changed, and what takes it back; null: nothing does. */
export type Changed<A extends Answered> = {
  readonly data: NonNullable<A['data']>;
  readonly undo: (() => Promise<void>) | null;
};

/**
 * A change of the household that the service makes at once; the copy has it when this is answered.
 * @throws ApiError whatever refuses it
 */
export async function changed<A extends Answered>(
  household: HouseholdData,
  answer: Promise<A>,
): Promise<Changed<A>> {
  const { data, response } = await ok(answer);
  await household.catchUp();
  const operationId = response.headers.get('Operation-Id');
  return {
    data: data as NonNullable<A['data']>,
    undo: operationId === null ? null : () => undoOperation(household.id, operationId),
  };
}
