import { createParser } from 'eventsource-parser';
import { once } from '../api/client.ts';

const SILENCE = 60_000;
const LONGEST_PAUSE = 30_000;

export type StreamEvents = {
  /** A connection stands: whatever was missed has to be read. */
  readonly opened: () => void;
  /** Something changed; `id` is the cursor up to which it is told, where there is one. */
  readonly changed: (id: string | null) => void;
  readonly closed: () => void;
  /** The household is not to be seen any more. */
  readonly refused: (status: number) => void;
};

/**
 * Reads the live stream of a household until `signal` ends it, connecting again whenever it breaks or is silent for a minute (the
 * service pings more often). `fetch`, because `EventSource` shows neither pings nor why a connection was refused.
 */
export async function readStream(
  household: string,
  events: StreamEvents,
  signal: AbortSignal,
): Promise<void> {
  // What the parser tells is written from within its callbacks.
  const heard: { lastId: string | null; retry: number } = { lastId: null, retry: 0 };
  let failures = 0;
  while (!signal.aborted) {
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener('abort', end, { once: true });
    let watchdog = setTimeout(end, SILENCE);
    try {
      const response = await once(
        new Request(`/v1/households/${household}/events`, {
          headers: {
            Accept: 'text/event-stream',
            ...(heard.lastId !== null && { 'Last-Event-ID': heard.lastId }),
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
        onId: (id) => (heard.lastId = id === '' ? null : id),
        onEvent: () => events.changed(heard.lastId),
        onRetry: (milliseconds) => (heard.retry = milliseconds),
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
      // whatever it was, it is tried again below
    } finally {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', end);
    }
    events.closed();
    const pause = Math.min(LONGEST_PAUSE, Math.max(heard.retry, 1000 * 2 ** failures++));
    await wait(pause * (0.75 + Math.random() / 2), signal);
  }
}

/** Until the time is over, the network comes back, or it is not worth waiting any more. */
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
