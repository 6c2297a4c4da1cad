import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { StreamStart } from '../../../application/sync/follow-changes.js';
import type { DisplayId, HouseholdId, MemberId, SessionId, UserId } from '../../../domain/shared/ids.js';
import { cursorText, type Cursor } from '../../../domain/sync/cursor.js';
import { TOPICS, type Topic } from '../../../domain/sync/page.js';

/** What a client that has stopped reading may leave behind here. */
const BUFFERED_BYTES = 65_536;
/** How long an ended stream may take to say goodbye. */
const FAREWELL_MS = 2_000;

export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Proxies would otherwise collect, compress or keep what passes.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Sends the head of a stream. The body is not chunked but ends with its connection: a client that comes back opens
 * another one, which a load balancer may lead elsewhere.
 */
export function beginStream(response: Response): void {
  response.removeHeader('Transfer-Encoding');
  response.writeHead(200, { ...STREAM_HEADERS, Connection: 'close' });
}

/** Clients that lost their server come back at different moments. */
const RETRY_MS = { least: 1_000, most: 5_000 };

/** Whose it is: a session in a household, and the member who hears what concerns them alone. */
export type StreamPlace = SessionAtHome & { readonly memberId: MemberId };

/** An answer that goes on. */
export class OpenStream implements StreamPlace {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly memberId: MemberId;
  readonly householdId: HouseholdId;
  readonly displayId?: DisplayId;
  /** Where the wheel of pings keeps it. */
  slot = 0;
  readonly #response: Response;
  /** Up to where its client has been told everything; null: it has not begun. */
  #cursor: Cursor | null = null;
  /** What it is to be told as soon as it begins. */
  readonly #heardBefore = new Set<Topic>();

  constructor(
    { userId, sessionId, memberId, householdId, displayId }: StreamPlace,
    response: Response,
    onClose: () => void,
  ) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.memberId = memberId;
    this.householdId = householdId;
    if (displayId !== undefined) this.displayId = displayId;
    this.#response = response;
    response.once('close', onClose);
  }

  get cursor(): Cursor | null {
    return this.#cursor;
  }

  /** The first bytes: when to come back after it ends, where it stands, and what has been missed. */
  begin({ topics, from, cursor }: StreamStart): void {
    const { least, most } = RETRY_MS;
    beginStream(this.#response);
    this.#response.write(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`);
    this.#cursor = cursor;
    const missed = [...topics, ...this.#heardBefore];
    if (missed.length === 0) this.#response.write(`id: ${cursorText(cursor)}\n\n`);
    else this.#response.write(messages(missed, from && cursorText(from), cursorText(cursor)));
  }

  /** Tells what to load again: then its client stands at the cursor; null: where it stood. */
  tell(topics: Iterable<Topic>, cursor: Cursor | null): void {
    if (this.#cursor === null) {
      for (const topic of topics) this.#heardBefore.add(topic);
      return;
    }
    const [before, after] = [this.#cursor, cursor ?? this.#cursor];
    this.send(Buffer.from(messages(topics, cursorText(before), cursorText(after))));
    this.#cursor = after;
  }

  /** Drops the client instead, if it has not read what came before. */
  send(frame: Buffer): void {
    if (this.#response.writableLength + frame.length > BUFFERED_BYTES) this.#response.destroy();
    else this.#response.write(frame);
  }

  /** One that has not begun is refused by who opens it. */
  end(): void {
    if (this.#cursor === null) return;
    this.#response.end();
    setTimeout(() => this.#response.destroy(), FAREWELL_MS).unref();
  }
}

/**
 * A message a topic. Up to the last one their ids stay where the client stood, for it may be cut off between them; where
 * nobody knows that, they are ids of which nobody can go on.
 */
function messages(topics: Iterable<Topic>, before: string | null, after: string): string {
  const told = new Set(topics);
  const those = TOPICS.filter((topic) => told.has(topic));
  const chooseId = (i: number) => (i === those.length - 1 ? after : (before ?? randomUUID()));
  return those.map((topic, i) => `id: ${chooseId(i)}\ndata: ${JSON.stringify({ topic })}\n\n`).join('');
}
