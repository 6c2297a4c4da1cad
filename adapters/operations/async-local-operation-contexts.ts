import { AsyncLocalStorage } from 'node:async_hooks';
import type { OperationContext, OperationContexts } from '../../application/operations/ports.js';
import type { WhenFull } from '../../application/policy/operations.js';

type Context = { readonly act: OperationContext | null; readonly whenFull: WhenFull };

const OF_THE_SERVICE: Context = { act: null, whenFull: 'measured' };

/** Keeps the current act, and what a full disk means for it, with all asynchronous work that it starts. */
export class AsyncLocalOperationContexts implements OperationContexts {
  readonly #contexts = new AsyncLocalStorage<Context>();

  run<T>(act: OperationContext, work: () => T): T {
    return this.#contexts.run({ ...this.#context(), act }, work);
  }

  withoutOperation<T>(work: () => T): T {
    return this.#contexts.run(OF_THE_SERVICE, work);
  }

  withDiskPolicy<T>(whenFull: WhenFull, work: () => T): T {
    return this.#contexts.run({ ...this.#context(), whenFull }, work);
  }

  current(): OperationContext | null {
    return this.#context().act;
  }

  whenFull(): WhenFull {
    return this.#context().whenFull;
  }

  #context(): Context {
    return this.#contexts.getStore() ?? OF_THE_SERVICE;
  }
}
