import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields } from '../../application/shared/ports.js';

const context = new AsyncLocalStorage<LogFields>();

/** Runs `work` and adds `fields` to everything that it logs, including in the promises that it waits for. */
export function inLogContext<T>(fields: LogFields, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** Returns the fields that {@link inLogContext} has set for the current work, or undefined outside of it. */
export function currentLogContext(): LogFields | undefined {
  return context.getStore();
}

/** Returns the id of the request that the caller works for, or undefined. */
export function currentRequestId(): string | undefined {
  const requestId = context.getStore()?.['requestId'];
  return typeof requestId === 'string' ? requestId : undefined;
}
