import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields } from '../../application/shared/ports.js';

const context = new AsyncLocalStorage<LogFields>();

/** Whatever `work` logs, now and in what it waits for, carries `fields`. */
export function inLogContext<T>(fields: LogFields, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

export function currentLogContext(): LogFields | undefined {
  return context.getStore();
}

/** The request, if any, on whose behalf the caller runs. */
export function currentRequestId(): string | undefined {
  const requestId = context.getStore()?.['requestId'];
  return typeof requestId === 'string' ? requestId : undefined;
}
