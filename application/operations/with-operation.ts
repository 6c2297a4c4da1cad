import type { ListedOperation } from '../../domain/operations/operation.js';
import type { HouseholdId, OperationId, UserId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { diskFull } from '../shared/disk-full.js';
import { ApplicationError } from '../shared/errors.js';
import { type AnyOperation, decisionWhenFull } from '../policy/operations.js';
import type { Needs } from '../composition/needs.js';
import type { StoreScope } from '../composition/unit-of-work.js';
import { IDEMPOTENCY_RETENTION_MS, type IdempotencyScope } from '../shared/ports.js';
import { idempotencyInProgress, type IdempotencyKey, type OperationContext } from './ports.js';

/**
 * The outcome of a request. `operationId` is null if nothing changed. `replayed` is true if an earlier request with
 * the same idempotency key did the work.
 */
export type RequestOutcome<T> = { readonly operationId: OperationId | null; readonly replayed: boolean } & (
  | { readonly result: T }
  /** The result of the earlier request is not stored. The caller builds it from the current state. */
  | { readonly operation: ListedOperation }
);

/**
 * Runs the work of a request. Each of its transactions that changes something is recorded as an operation of the
 * caller. The first operation stores the idempotency key.
 *
 * The work is done only once for the same key. The key is looked up before the work, and once more if the work failed
 * or changed nothing, because the same request may have run in parallel. If `key.answerKeptFor` is set, the result is
 * stored as JSON and replayed for a day. After a day, the work is done again.
 *
 * @throws IDEMPOTENCY_KEY_REUSED if the key belongs to a different request.
 * @throws IDEMPOTENCY_IN_PROGRESS if `key.answerKeptFor` is set and the first request is still running.
 */
export function withOperation(
  dependencies: Needs<
    'operationContexts' | 'operations' | 'idempotencyStore' | 'unitOfWork' | 'clock' | 'logger'
  >,
) {
  const findEarlier = findEarlierRequest(dependencies);
  const storeAnswer = answerWriter(dependencies);
  return async <T>(
    caller: MemberCaller,
    key: IdempotencyKey | null,
    work: () => T | Promise<T>,
  ): Promise<RequestOutcome<T>> => {
    const before = await findEarlier<T>(caller, key);
    if (before !== null) return before;
    const context = contextOf(caller, key);
    // If this request has committed something, its key is stored, so no parallel request can have done the work.
    const findTwin = async () => (context.operationId === null ? findEarlier<T>(caller, key) : null);
    let result: T;
    try {
      result = await dependencies.operationContexts.run(context, async () => work());
    } catch (error) {
      const twin = await findTwin();
      if (twin === null) throw error;
      return twin;
    }
    const twin = await findTwin();
    if (twin !== null) return twin;
    const { operationId } = context;
    if (key !== null && operationId !== null) await storeAnswer(caller, key, operationId, result);
    return { operationId, replayed: false, result };
  };
}

/** Creates the context of a request. It remembers the first operation, which gets the idempotency key. */
export function contextOf(
  { memberId, household, display, hasCalendarLink }: MemberCaller,
  key: IdempotencyKey | null,
) {
  const context = {
    actorId: memberId,
    householdId: household.id,
    hasCalendarLink,
    via: display === undefined ? null : { kind: display.kind, id: display.id, name: display.name },
    idempotencyKey: key,
    operationId: null as OperationId | null,
    done: (id: OperationId) => {
      context.idempotencyKey = null;
      context.operationId ??= id;
    },
  };
  return context;
}

/**
 * Finds the request of the caller that did the work for this key. If the key has expired, it is removed from its
 * operation, so that it can be used again.
 */
function findEarlierRequest({ operations, unitOfWork, clock }: Needs<'operations' | 'unitOfWork' | 'clock'>) {
  return async <T>(
    { household, memberId }: MemberCaller,
    key: IdempotencyKey | null,
  ): Promise<RequestOutcome<T> | null> => {
    if (key === null) return null;
    const expiry = key.answerKeptFor === undefined ? -Infinity : clock.now() - IDEMPOTENCY_RETENTION_MS;
    const earlier = await operations.findByIdempotencyKey(household.id, memberId, key, expiry);
    if (earlier === null) return null;
    const { operation, answer } = earlier;
    const operationId = operation && operation.id;
    if (operationId !== null && earlier.at <= expiry) {
      await unitOfWork.run((scope) => scope.operations.forgetIdempotencyKey(household.id, operationId));
      return null;
    }
    if (earlier.fingerprint !== key.fingerprint)
      throw new ApplicationError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used with a different request. Create a new key',
      );
    return answer === null && operation !== null
      ? { operationId, replayed: true, operation }
      : { operationId, replayed: true, result: answer as T };
  };
}

/**
 * Stores the result for repeated requests, if the key says so. The work is committed, so a failure is only logged: a
 * repeated request then gets the current state.
 */
function answerWriter({ idempotencyStore, clock, logger }: Needs<'idempotencyStore' | 'clock' | 'logger'>) {
  return async (
    { household }: MemberCaller,
    key: IdempotencyKey,
    operationId: OperationId,
    response: unknown,
  ): Promise<void> => {
    if (key.answerKeptFor === undefined) return;
    const answer = { fingerprint: key.fingerprint, keptAt: clock.now(), response };
    await idempotencyStore
      .keep(scopeOf(household.id, key, key.answerKeptFor), answer)
      .catch((error: unknown) =>
        logger.warn('storing the answer of an idempotent request failed', { operationId, error }),
      );
  };
}

/**
 * Claims the idempotency key at the start of a transaction whose answer will be stored.
 * @throws IDEMPOTENCY_IN_PROGRESS while another request with this key is running.
 */
export async function claimIdempotencyKey(
  { idempotency }: Pick<StoreScope, 'idempotency'>,
  { householdId, idempotencyKey: key }: Pick<OperationContext, 'householdId' | 'idempotencyKey'>,
): Promise<void> {
  if (key?.answerKeptFor === undefined) return;
  if (!(await idempotency.claim(scopeOf(householdId, key, key.answerKeptFor)))) throw idempotencyInProgress();
}

const scopeOf = (
  householdId: HouseholdId,
  { credential, key }: IdempotencyKey,
  userId: UserId,
): IdempotencyScope => ({ userId, householdId, route: credential, key });

/**
 * Runs an operation. Every request and every command calls this function, so a full disk is handled in one place.
 *
 * @throws UNAVAILABLE if the disk is full and the operation would create something.
 */
export function withDiskCheck({ operationContexts, disk }: Needs<'operationContexts' | 'disk'>) {
  return <T>(operation: AnyOperation, work: () => T): T => {
    const whenFull = decisionWhenFull(operation);
    if (whenFull === null) return work();
    if (whenFull === 'refused' && disk.isFull()) throw diskFull();
    return operationContexts.withDiskPolicy(whenFull, work);
  };
}
