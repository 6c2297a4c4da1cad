/** Thrown inside of a transaction that found, once it had its locks, that others were needed: it is run again. */
export class LockSetChanged extends Error {
  override readonly name = 'LostRace';
}

export interface Transactions<Scope> {
  /**
   * Runs `work` in one transaction and commits when it resolves; when it rejects, nothing of it remains and the
   * rejection is passed on. Calls to other services never happen inside, nor any other effect: work that lost a
   * race against other transactions (a {@link LockSetChanged} too) is run again from its beginning.
   */
  run<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
}
