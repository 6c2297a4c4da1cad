import { AsyncLocalStorage } from 'node:async_hooks';
import type { OperationContext, OperationContexts } from '../../application/operations/ports.js';
import type { WhenFull } from '../../application/policy/operations.js';

type Context = { readonly operation: OperationContext | null; readonly whenFull: WhenFull };

const OF_THE_SERVICE: Context = { operation: null, whenFull: 'measured' };

/** Passes the context of a request to all asynchronous work that it starts, in an `AsyncLocalStorage`. */
export class AsyncLocalOperationContexts implements OperationContexts {
  readonly #contexts = new AsyncLocalStorage<Context>();

  run<T>(operation: OperationContext, work: () => T): T {
    return this.#contexts.run({ ...this.#context(), operation }, work);
  }

  withoutOperation<T>(work: () => T): T {
    return this.#contexts.run(OF_THE_SERVICE, work);
  }

  withDiskPolicy<T>(whenFull: WhenFull, work: () => T): T {
    return this.#contexts.run({ ...this.#context(), whenFull }, work);
  }

  current(): OperationContext | null {
    return this.#context().operation;
  }

  whenFull(): WhenFull {
    return this.#context().whenFull;
  }

  #context(): Context {
    return this.#contexts.getStore() ?? OF_THE_SERVICE;
  }
}
