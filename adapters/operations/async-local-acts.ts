import { AsyncLocalStorage } from 'node:async_hooks';
import type { Act, Acts } from '../../application/operations/ports.js';

/** Keeps the current act in an AsyncLocalStorage, so that everything that `work` awaits belongs to the same act. */
export class AsyncLocalActs implements Acts {
  readonly #acts = new AsyncLocalStorage<Act | null>();

  run<T>(act: Act, work: () => T): T {
    return this.#acts.run(act, work);
  }

  withoutAct<T>(work: () => T): T {
    return this.#acts.run(null, work);
  }

  current(): Act | null {
    return this.#acts.getStore() ?? null;
  }
}
