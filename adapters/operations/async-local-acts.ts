import { AsyncLocalStorage } from 'node:async_hooks';
import type { Act, Acts } from '../../application/operations/ports.js';

/** Acts that go with the work that they began, whatever that waits for. */
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
