import type { Response } from 'express';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { HouseholdId, SessionId, UserId } from '../../../domain/shared/ids.js';

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

/** An answer that goes on. */
export class OpenStream implements SessionAtHome {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly householdId: HouseholdId;
  /** Where the wheel of pings keeps it. */
  slot = 0;
  readonly #response: Response;

  constructor({ userId, sessionId, householdId }: SessionAtHome, response: Response) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.householdId = householdId;
    this.#response = response;
  }

  begin(first: Buffer, onClose: () => void): void {
    this.#response.once('close', onClose);
    beginStream(this.#response);
    this.#response.write(first);
  }

  /** Drops the client instead, if it has not read what came before. */
  send(frame: Buffer): void {
    if (this.#response.writableLength + frame.length > BUFFERED_BYTES) this.#response.destroy();
    else this.#response.write(frame);
  }

  end(): void {
    this.#response.end();
    setTimeout(() => this.#response.destroy(), FAREWELL_MS).unref();
  }
}
