import { setTimeout } from 'node:timers/promises';
import type * as Sentry from '@sentry/node';
import type { ClientOptions, SentryEvent, StackFrame } from '@sentry/node';

/** True if the optional package `@sentry/node` is installed. */
export const isSentryInstalled = (() => {
  try {
    import.meta.resolve('@sentry/node');
    return true;
  } catch {
    return false;
  }
})();

/**
 * Returns the package if it is installed. Otherwise returns a replacement for the few functions that the
 * service uses, which sends the same envelopes.
 */
export const sentryPackage = (): Promise<typeof Sentry> =>
  isSentryInstalled
    ? import('@sentry/node')
    : Promise.resolve({ NodeClient, makeNodeTransport: null, defaultStackParser });

class NodeClient {
  readonly #options: ClientOptions;
  readonly #sending: Promise<unknown>[] = [];

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  captureEvent(event: SentryEvent): string {
    const { dsn, release, environment } = this.#options;
    const { origin, pathname } = new URL(dsn);
    const lines = [{}, { type: 'event' }, { release, environment, ...event }];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    const sending = fetch(`${origin}/api${pathname}/envelope/`, { method: 'POST', body });
    this.#sending.push(sending.catch(() => undefined));
    return '';
  }

  close(timeoutMs: number): Promise<boolean> {
    const sent = Promise.all(this.#sending).then(() => true);
    return Promise.race([sent, setTimeout(timeoutMs, false, { ref: false })]);
  }
}

/** Parses a stack trace. In Sentry's format the innermost call comes last. */
function defaultStackParser(stack: string): StackFrame[] {
  return [...stack.matchAll(/^\s+at (?:(?:async )?(\S+) )?\(?(.+):(\d+):(\d+)\)?$/gm)]
    .map(([, name, filename, line, column]) => ({
      function: name ?? '?',
      filename,
      lineno: Number(line),
      colno: Number(column),
    }))
    .toReversed();
}
