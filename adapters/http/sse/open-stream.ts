import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { StreamStart } from '../../../application/sync/follow-changes.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { cursorText, type Cursor } from '../../../domain/sync/cursor.js';
import { TOPICS, type Topic } from '../../../domain/sync/page.js';

/** How many unsent bytes this process keeps for a slow client, at most. */
const BUFFERED_BYTES = 65_536;
/** How long an ended stream may take to close before its connection is destroyed. */
const FAREWELL_MS = 2_000;

export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Prevents proxies from buffering, compressing or storing the stream.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Sends the headers of a stream. The body is not chunked but ends with the connection. So a client that reconnects
 * opens a new connection, and a load balancer can send it to another process.
 */
export function beginStream(response: Response): void {
  response.removeHeader('Transfer-Encoding');
  response.writeHead(200, { ...STREAM_HEADERS, Connection: 'close' });
}

/** Clients reconnect after a random delay, so that they do not all come at the same time. */
const RETRY_MS = { least: 1_000, most: 5_000 };

/** The session, household and member to which a stream belongs. */
export type StreamPlace = SessionAtHome & { readonly memberId: MemberId };

/** A live stream. */
export class OpenStream {
  readonly place: StreamPlace;
  /** The position of this stream in the ping wheel. */
  slot = 0;
  readonly #response: Response;
  /** The cursor up to which the client has been informed. null means that the stream has not begun. */
  #cursor: Cursor | null = null;
  /** Topics that changed before the stream began. */
  readonly #pendingTopics = new Set<Topic>();

  constructor(place: StreamPlace, response: Response, onClose: () => void) {
    this.place = place;
    this.#response = response;
    response.once('close', onClose);
  }

  get cursor(): Cursor | null {
    return this.#cursor;
  }

  /** Sends the first bytes: the reconnect delay, the cursor, and the topics that the client has missed. */
  begin({ topics, from, cursor }: StreamStart): void {
    const { least, most } = RETRY_MS;
    beginStream(this.#response);
    this.#response.write(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`);
    this.#cursor = cursor;
    const missed = [...topics, ...this.#pendingTopics];
    if (missed.length === 0) this.#response.write(`id: ${cursorText(cursor)}\n\n`);
    else this.#response.write(messages(missed, from && cursorText(from), cursorText(cursor)));
  }

  /**
   * Sends the topics that the client must load again. null as `cursor` means that the client's cursor does not
   * change. Before the stream has begun, the topics are only stored, and `begin` sends them.
   */
  sendTopics(topics: Iterable<Topic>, cursor: Cursor | null): void {
    if (this.#cursor === null) {
      for (const topic of topics) this.#pendingTopics.add(topic);
      return;
    }
    const [before, after] = [this.#cursor, cursor ?? this.#cursor];
    this.send(Buffer.from(messages(topics, cursorText(before), cursorText(after))));
    this.#cursor = after;
  }

  /** Sends a frame. Disconnects a slow client for which more than BUFFERED_BYTES would be waiting to be sent. */
  send(frame: Buffer): void {
    if (this.#response.writableLength + frame.length > BUFFERED_BYTES) this.#response.destroy();
    else this.#response.write(frame);
  }

  /**
   * Ends the stream. Does nothing if the stream has not begun, because its request is then answered with an error.
   */
  end(): void {
    if (this.#cursor === null) return;
    this.#response.end();
    setTimeout(() => this.#response.destroy(), FAREWELL_MS).unref();
  }
}

/**
 * Returns one message per topic. Only the last message has the new id. The others have the old one, or a random one
 * if there is none. So if the connection breaks between the messages, the client misses nothing when it continues.
 */
function messages(topics: Iterable<Topic>, before: string | null, after: string): string {
  const changed = new Set(topics);
  const those = TOPICS.filter((topic) => changed.has(topic));
  const chooseId = (i: number) => (i === those.length - 1 ? after : (before ?? randomUUID()));
  return those.map((topic, i) => `id: ${chooseId(i)}\ndata: ${JSON.stringify({ topic })}\n\n`).join('');
}
