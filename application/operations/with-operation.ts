import type { ListedOperation } from '../../domain/operations/operation.js';
import type { HouseholdId, OperationId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../shared/caller.js';
import { diskFull } from '../shared/disk-full.js';
import { ApplicationError } from '../shared/errors.js';
import { type AnyOperation, decisionWhenFull } from '../policy/operations.js';
import type { Needs } from '../composition/needs.js';
import { IDEMPOTENCY_RETENTION_MS, type KeptAnswer, type StoredResponse } from '../shared/ports.js';
import type { StoreScope } from '../composition/unit-of-work.js';
import { IdempotencyKeyTaken, type OperationContext, type IdempotencyKey } from './ports.js';

/**
 * Runs the work of a request. Each of its transactions that changes something is recorded as an operation of the
 * caller. The first operation gets the idempotency key, which identifies the request if it is repeated.
 */
export function withOperation({ operationContexts }: Needs<'operationContexts'>) {
  return <T>(
    { memberId: actorId, household, display }: MemberCaller,
    { idempotencyKey, done }: Pick<OperationContext, 'idempotencyKey' | 'done'>,
    work: () => T,
  ): T => {
    let left = idempotencyKey;
    const context: OperationContext = {
      actorId,
      householdId: household.id,
      via: display === undefined ? null : { kind: display.kind, id: display.id, name: display.name },
      get idempotencyKey() {
        return left;
      },
      done: (id) => {
        left = null;
        done(id);
      },
    };
    return operationContexts.run(context, work);
  };
}

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

/**
 * Works like {@link withOperation}, but does the work only once for the same idempotency key. If an operation with
 * this key exists, `onReplay` builds the answer from the current state. The operation is looked up before the work,
 * and once more if the work failed or changed nothing, because the same request may have run in parallel.
 *
 * @throws IDEMPOTENCY_KEY_REUSED if the key belongs to a different request.
 */
export function withIdempotency(dependencies: Needs<'operationContexts' | 'operations'>) {
  const runAsOperation = withOperation(dependencies);
  const findBefore = findByKey(dependencies);
  return async <T>(
    caller: MemberCaller,
    {
      idempotencyKey,
      done,
    }: { readonly idempotencyKey: IdempotencyKey; readonly done: OperationContext['done'] },
    work: () => T | Promise<T>,
    onReplay: (operation: ListedOperation) => T | Promise<T>,
  ): Promise<T> => {
    const before = await findBefore(caller, idempotencyKey);
    if (before !== null) return onReplay(before);
    const written: OperationId[] = [];
    const noted: OperationContext['done'] = (id) => {
      written.push(id);
      done(id);
    };
    // If this request has committed something, its idempotency key is stored, so no parallel request can have the
    // same key.
    const findTwin = async () => (written.length > 0 ? null : findBefore(caller, idempotencyKey));
    let result: T;
    try {
      result = await runAsOperation(caller, { idempotencyKey, done: noted }, async () => work());
    } catch (error) {
      const twin = await findTwin();
      if (twin === null) throw error;
      return onReplay(twin);
    }
    const twin = await findTwin();
    return twin === null ? result : onReplay(twin);
  };
}

/** Returns the caller's operation with this key, or null. Throws IDEMPOTENCY_KEY_REUSED if the request differs. */
function findByKey({ operations }: Needs<'operations'>) {
  return async (
    { household, memberId }: MemberCaller,
    idempotencyKey: IdempotencyKey,
  ): Promise<ListedOperation | null> => {
    const before = await operations.findByIdempotencyKey(household.id, memberId, idempotencyKey);
    if (before !== null) requireSameRequest(before, idempotencyKey);
    return before?.operation ?? null;
  };
}

function requireSameRequest(
  { fingerprint }: Pick<IdempotencyKey, 'fingerprint'>,
  idempotencyKey: IdempotencyKey,
): void {
  if (fingerprint !== idempotencyKey.fingerprint)
    throw new ApplicationError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used with a different request. Create a new key',
    );
}

/** Thrown at the start of a transaction if the answer to its request is already stored. */
class AnsweredBefore extends Error {
  readonly answer: KeptAnswer;

  constructor(answer: KeptAnswer) {
    super('the answer is kept');
    this.answer = answer;
  }
}

const scopeOf = (householdId: HouseholdId, { credential, key }: IdempotencyKey, userId: UserId) => ({
  ...{ userId, householdId, route: credential, key },
});

/**
 * Claims the idempotency key at the start of a transaction whose answer will be stored.
 * @throws IdempotencyKeyTaken (IDEMPOTENCY_IN_PROGRESS) while another request with this key is running.
 */
export async function claimIdempotencyKey(
  { idempotency }: Pick<StoreScope, 'idempotency'>,
  { householdId, idempotencyKey }: Pick<OperationContext, 'householdId' | 'idempotencyKey'>,
  now: Instant,
): Promise<void> {
  if (idempotencyKey?.answerKeptFor === undefined) return;
  const kept = await idempotency.claim(scopeOf(householdId, idempotencyKey, idempotencyKey.answerKeptFor));
  if (kept === 'taken') throw new IdempotencyKeyTaken();
  if (kept !== null && now < kept.keptAt + IDEMPOTENCY_RETENTION_MS) throw new AnsweredBefore(kept);
}

/**
 * Works like {@link withOperation}, but does the work only once for the same idempotency key. For a day, a repeated
 * request gets the stored first answer. If the process died before it stored that answer, `onReplay` builds one from
 * the current state. After a day, the work is done again.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS while the first request runs.
 */
export function withStoredAnswer(
  dependencies: Needs<
    'operationContexts' | 'operations' | 'idempotencyStore' | 'unitOfWork' | 'clock' | 'logger'
  >,
) {
  const { operations, idempotencyStore, unitOfWork, clock, logger } = dependencies;
  const runAsOperation = withOperation(dependencies);
  return async (
    caller: MemberCaller,
    {
      idempotencyKey,
      done,
    }: {
      readonly idempotencyKey: IdempotencyKey & { readonly answerKeptFor: UserId };
      readonly done: OperationContext['done'];
    },
    work: () => Promise<StoredResponse>,
    onReplay: (operation: ListedOperation) => Promise<StoredResponse>,
  ): Promise<StoredResponse> => {
    const { household, memberId } = caller;
    const attempt = async (): Promise<StoredResponse> => {
      const written: OperationId[] = [];
      const noted: OperationContext['done'] = (id) => {
        written.push(id);
        done(id);
      };
      const made = await runAsOperation(caller, { idempotencyKey, done: noted }, work);
      const [operation] = written;
      if (operation === undefined) return made;
      const response = { ...made, headers: { ...made.headers, 'Operation-Id': operation } };
      const answer = { fingerprint: idempotencyKey.fingerprint, keptAt: clock.now(), response };
      // The work is committed, so a failure here is only logged: a repeated request then gets the current state.
      await idempotencyStore
        .keep(scopeOf(household.id, idempotencyKey, idempotencyKey.answerKeptFor), answer)
        .catch((error: unknown) => {
          logger.warn('storing the answer of an idempotent request failed', {
            operationId: operation,
            error,
          });
        });
      return response;
    };
    const replayed = ({ headers, ...response }: StoredResponse): StoredResponse => ({
      ...{ ...response, headers: { ...headers, 'Idempotent-Replayed': 'true' } },
    });
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof AnsweredBefore) {
        requireSameRequest(error.answer, idempotencyKey);
        return replayed(error.answer.response);
      }
      if (!(error instanceof IdempotencyKeyTaken)) throw error;
      const found = await operations.findByIdempotencyKey(household.id, memberId, idempotencyKey);
      if (found === null) throw error;
      if (clock.now() < found.operation.at + IDEMPOTENCY_RETENTION_MS) {
        requireSameRequest(found, idempotencyKey);
        done(found.operation.id);
        return replayed(await onReplay(found.operation));
      }
      await unitOfWork.run((scope) =>
        scope.operations.forgetIdempotencyKey(household.id, found.operation.id),
      );
      return attempt();
    }
  };
}
