import type { ListedOperation } from '../../domain/operations/operation.js';
import type { OperationId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError } from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';
import type { Act, CommandMark } from './ports.js';

/**
 * Does what a request of the caller asks for: each transaction that changes something is an operation of theirs. The
 * first of them carries the mark.
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
 * {@link acting}, and at most once for the mark: where its operation is there, `again` answers with what is there now.
 * It is looked for before the work, and once more where the work was refused or changed nothing: a twin may have been
 * faster, or the request met what it had done itself. IDEMPOTENCY_KEY_REUSED where the mark was another request's.
 */
export function actingOnce(dependencies: Needs<'acts' | 'operations'>) {
  const act = acting(dependencies);
  const doneBefore = async ({ household, memberId }: MemberCaller, mark: CommandMark) => {
    const before = await dependencies.operations.findByMark(household.id, memberId, mark);
    if (before !== null && before.fingerprint !== mark.fingerprint)
      throw new ApplicationError('IDEMPOTENCY_KEY_REUSED', 'This key was used for a different request');
    return before?.operation ?? null;
  };
  return async <T>(
    caller: MemberCaller,
    { mark, done }: { readonly mark: CommandMark; readonly done: Act['done'] },
    work: () => T | Promise<T>,
    again: (operation: ListedOperation) => T | Promise<T>,
  ): Promise<T> => {
    const before = await doneBefore(caller, mark);
    if (before !== null) return again(before);
    const written: OperationId[] = [];
    const noted: Act['done'] = (id) => {
      written.push(id);
      done(id);
    };
    // What was refused after a part of it had been done is not done.
    const findTwin = async () => (written.length > 0 ? null : doneBefore(caller, mark));
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
