import type { ListedOperation } from '../../domain/operations/operation.js';
import type { HouseholdId, OperationId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../shared/caller.js';
import { diskFull } from '../shared/disk-full.js';
import { ApplicationError } from '../shared/errors.js';
import { decisionWhenFull } from '../policy/operations.js';
import type { Needs } from '../composition/needs.js';
import { IDEMPOTENCY_RETENTION_MS, type KeptAnswer, type StoredResponse } from '../shared/ports.js';
import type { StoreScope } from '../composition/unit-of-work.js';
import { MarkTaken, type Act, type CommandMark } from './ports.js';

/**
 * Runs the work of a request. Each transaction of it that changes something is recorded as an operation of the caller. The
 * first operation carries the mark, which identifies the request if it is repeated.
 */
export function acting({ acts }: Needs<'acts'>) {
  return <T>(
    { memberId: actorId, household, display }: MemberCaller,
    { mark, done }: Pick<Act, 'mark' | 'done'>,
    work: () => T,
  ): T => {
    let left = mark;
    const act: Act = {
      actorId,
      householdId: household.id,
      via: display === undefined ? null : { kind: display.kind, id: display.id, name: display.name },
      get mark() {
        return left;
      },
      done: (id) => {
        left = null;
        done(id);
      },
    };
    return acts.run(act, work);
  };
}

/**
 * Carries out an operation that may write. This is the one place where a full disk is answered: every request and every
 * command comes through it, and an operation without a decision is refused.
 *
 * @throws UNAVAILABLE if the disk is full and the operation would create something.
 */
export function carryingOut({ acts, disk }: Needs<'acts' | 'disk'>) {
  return <T>(operationId: string, work: () => T): T => {
    const whenFull = decisionWhenFull(operationId) ?? 'refused';
    if (whenFull === 'refused' && disk.isFull()) throw diskFull();
    return acts.deciding(whenFull, work);
  };
}

/**
 * As {@link acting}, but does the work only once for the same mark. If an operation with this mark exists, `again`
 * builds the answer from the current state. The operation is looked up before the work, and again if the work was refused
 * or changed nothing, because the same request may have been running in parallel.
 *
 * @throws IDEMPOTENCY_KEY_REUSED if the mark belongs to a different request.
 */
export function actingOnce(dependencies: Needs<'acts' | 'operations'>) {
  const act = acting(dependencies);
  const findBefore = findByMark(dependencies);
  return async <T>(
    caller: MemberCaller,
    { mark, done }: { readonly mark: CommandMark; readonly done: Act['done'] },
    work: () => T | Promise<T>,
    again: (operation: ListedOperation) => T | Promise<T>,
  ): Promise<T> => {
    const before = await findBefore(caller, mark);
    if (before !== null) return again(before);
    const written: OperationId[] = [];
    const noted: Act['done'] = (id) => {
      written.push(id);
      done(id);
    };
    // What was refused after a part of it had been done is not done.
    const findTwin = async () => (written.length > 0 ? null : findBefore(caller, mark));
    let result: T;
    try {
      result = await act(caller, { mark, done: noted }, async () => work());
    } catch (error) {
      const twin = await findTwin();
      if (twin === null) throw error;
      return again(twin);
    }
    const twin = await findTwin();
    return twin === null ? result : again(twin);
  };
}

/** What the caller did with that key; null: nothing. */
function findByMark({ operations }: Needs<'operations'>) {
  return async (
    { household, memberId }: MemberCaller,
    mark: CommandMark,
  ): Promise<ListedOperation | null> => {
    const before = await operations.findByMark(household.id, memberId, mark);
    if (before !== null) requireSameRequest(before, mark);
    return before?.operation ?? null;
  };
}

function requireSameRequest({ fingerprint }: Pick<CommandMark, 'fingerprint'>, mark: CommandMark): void {
  if (fingerprint !== mark.fingerprint)
    throw new ApplicationError('IDEMPOTENCY_KEY_REUSED', 'This key was used for a different request');
}

/** Stops a transaction at its beginning, since its request was answered before. */
class AnsweredBefore extends Error {
  readonly answer: KeptAnswer;

  constructor(answer: KeptAnswer) {
    super('the answer is kept');
    this.answer = answer;
  }
}

const scopeOf = (householdId: HouseholdId, { credential, key }: CommandMark, userId: UserId) => ({
  ...{ userId, householdId, route: credential, key },
});

/**
 * Begins the transaction of a request whose answer is to be kept. MarkTaken (IDEMPOTENCY_IN_PROGRESS) while another one with its
 * key is at work.
 */
export async function claimKey(
  { idempotency }: Pick<StoreScope, 'idempotency'>,
  { householdId, mark }: Pick<Act, 'householdId' | 'mark'>,
  now: Instant,
): Promise<void> {
  if (mark?.keptFor === undefined) return;
  const kept = await idempotency.claim(scopeOf(householdId, mark, mark.keptFor));
  if (kept === 'taken') throw new MarkTaken();
  if (kept !== null && now < kept.keptAt + IDEMPOTENCY_RETENTION_MS) throw new AnsweredBefore(kept);
}

/**
 * As {@link acting}, but does the work only once a day for the same mark. A repeated request gets the first answer. If
 * the process died before it stored that answer, `again` builds one from the current state.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS while the first request runs.
 */
export function answeringOnce(
  dependencies: Needs<'acts' | 'operations' | 'idempotencyStore' | 'unitOfWork' | 'clock'>,
) {
  const { operations, idempotencyStore, unitOfWork, clock } = dependencies;
  const act = acting(dependencies);
  return async (
    caller: MemberCaller,
    { mark, done }: { readonly mark: CommandMark & { readonly keptFor: UserId }; readonly done: Act['done'] },
    work: () => Promise<StoredResponse>,
    again: (operation: ListedOperation) => Promise<StoredResponse>,
  ): Promise<StoredResponse> => {
    const { household, memberId } = caller;
    const attempt = async (): Promise<StoredResponse> => {
      const written: OperationId[] = [];
      const noted: Act['done'] = (id) => {
        written.push(id);
        done(id);
      };
      const made = await act(caller, { mark, done: noted }, work);
      const [operation] = written;
      if (operation === undefined) return made;
      const response = { ...made, headers: { ...made.headers, 'Operation-Id': operation } };
      const answer = { fingerprint: mark.fingerprint, keptAt: clock.now(), response };
      // The work is committed, so a failure here does not matter: a repetition then gets the current state.
      await idempotencyStore.keep(scopeOf(household.id, mark, mark.keptFor), answer).catch(() => undefined);
      return response;
    };
    const replayed = ({ headers, ...response }: StoredResponse): StoredResponse => ({
      ...{ ...response, headers: { ...headers, 'Idempotent-Replayed': 'true' } },
    });
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof AnsweredBefore) {
        requireSameRequest(error.answer, mark);
        return replayed(error.answer.response);
      }
      if (!(error instanceof MarkTaken)) throw error;
      const found = await operations.findByMark(household.id, memberId, mark);
      if (found === null) throw error;
      if (clock.now() < found.operation.at + IDEMPOTENCY_RETENTION_MS) {
        requireSameRequest(found, mark);
        done(found.operation.id);
        return replayed(await again(found.operation));
      }
      await unitOfWork.run((scope) => scope.operations.forgetMark(household.id, found.operation.id));
      return attempt();
    }
  };
}
