import { createParser } from 'eventsource-parser';
import { sendOnce } from '../api/client.ts';

const SILENCE = 60_000;
const LONGEST_PAUSE = 30_000;

export type StreamEvents = {
  /** Called when a connection to the event stream was opened. Changes may have been missed, so read the feed. */
  readonly opened: () => void;
  /** Called when something changed. `id` is the cursor of the newest change, or null if the service sent none. */
  readonly changed: (id: string | null) => void;
  readonly closed: () => void;
  /**
   * Called with the status 401 (there is no session) or 404 (the caller cannot see the household). Reading ends then.
   */
  readonly refused: (status: number) => void;
};

/**
 * Reads the event stream of a household until `signal` is aborted or the service refuses it. It reconnects when the
 * connection breaks or is silent for a minute (the service pings more often). It uses `fetch`, because `EventSource`
 * reports neither pings nor the status of a refused connection.
 */
export async function readStream(
  household: string,
  events: StreamEvents,
  signal: AbortSignal,
): Promise<void> {
  // The newest event id and the retry delay that the service has sent. Both are needed to reconnect. They are
  // fields of an object, because TypeScript ignores assignments to local variables in callbacks.
  const received: { lastId: string | null; retry: number } = { lastId: null, retry: 0 };
  let failures = 0;
  while (!signal.aborted) {
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener('abort', end, { once: true });
    let watchdog = setTimeout(end, SILENCE);
    try {
      const response = await sendOnce(
        new Request(`/v1/households/${household}/events`, {
          headers: {
            Accept: 'text/event-stream',
            ...(received.lastId !== null && { 'Last-Event-ID': received.lastId }),
          },
          credentials: 'same-origin',
          signal: connection.signal,
        }),
        0,
      );
      if (response.status === 401 || response.status === 404) {
        events.refused(response.status);
        return;
      }
      const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
      if (!response.ok || !isStream || response.body === null) throw new Error(String(response.status));
      failures = 0;
      events.opened();
      const parser = createParser({
        onId: (id) => (received.lastId = id === '' ? null : id),
        onEvent: () => events.changed(received.lastId),
        onRetry: (milliseconds) => (received.retry = milliseconds),
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        clearTimeout(watchdog);
        watchdog = setTimeout(end, SILENCE);
        parser.feed(decoder.decode(value, { stream: true }));
      }
    } catch {
      // After any error, the code below waits and connects again.
    } finally {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', end);
    }
    events.closed();
    const pause = Math.min(LONGEST_PAUSE, Math.max(received.retry, 1000 * 2 ** failures++));
    await wait(pause * (0.75 + Math.random() / 2), signal);
  }
}

/** Resolves after `milliseconds`, or earlier if the network comes back or `signal` is aborted. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
