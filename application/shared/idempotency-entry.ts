import type { Instant } from '../../domain/shared/zone.js';
import {
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_RETENTION_MS,
  type Reservation,
  type StoredResponse,
} from './ports.js';

/** What is kept under a key: a reservation while `response` is null, then an answer. */
export type IdempotencyEntry = {
  readonly fingerprint: string;
  readonly reservedAt: Instant;
  readonly response: StoredResponse | null;
};

/** What a request is told that finds the entry under its key; null when the entry is expired and can be replaced. */
export function reservationOver(
  entry: IdempotencyEntry,
  fingerprint: string,
  now: Instant,
): Reservation | null {
  const life = entry.response === null ? IDEMPOTENCY_LEASE_MS : IDEMPOTENCY_RETENTION_MS;
  const leftInMs = entry.reservedAt + life - now;
  if (leftInMs <= 0) return null;
  // Reserved by a clock that was ahead and went back: whoever did it would hold the key for as long as it was ahead.
  if (entry.response === null && leftInMs > 2 * life) return null;
  if (entry.fingerprint !== fingerprint) return { kind: 'otherRequest' };
  if (entry.response === null) return { kind: 'inProgress', retryInMs: leftInMs };
  return { kind: 'answered', response: entry.response };
}
