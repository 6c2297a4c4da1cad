/**
 * Thrown if a transaction finds, after it has taken its locks, that it needs other locks. The transaction is then run
 * again.
 */
export class LockSetChanged extends Error {
  override readonly name = 'LockSetChanged';
}

export interface Transactions<Scope> {
  /**
   * Runs `work` in one transaction. Commits if it resolves; rolls back and rejects if it rejects.
   *
   * `work` must have no effects outside of the transaction, such as calls to other services, because it may run
   * several times: for example, after a deadlock with another transaction, and after {@link LockSetChanged}.
   */
  run<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
}
