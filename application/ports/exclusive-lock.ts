import { ApplicationError } from '../shared/errors.js';

/** Somebody else did work of the same key for longer than may be waited for. */
export class LockBusy extends ApplicationError {
  constructor(key: string) {
    super('UNAVAILABLE', 'Somebody else is still at it');
    this.name = 'LockBusy';
    this.cause = new Error(`the lock "${key}" was not free in time`);
  }
}

/** Lets one at a time, of all processes, do what calls another service and so cannot hide in a transaction. */
export interface ExclusiveLock {
  /**
   * Does `work` while nobody else does work of that key, and passes on how it ended; the lock is free again then, and
   * when the process dies. Rejects with {@link LockBusy}, without having begun, when somebody else takes longer than
   * may be waited for. Never called inside a unit of work, and never for the same key inside `work`.
   */
  hold<T>(key: string, work: () => Promise<T>): Promise<T>;
}
