import { ApplicationError } from '../../../application/shared/errors.js';
import type { DisplayId, HouseholdId, UserId } from '../../../domain/shared/ids.js';
import type { OpenStream } from './open-stream.js';

export type StreamCaps = { readonly perUser: number; readonly perHousehold: number };

const RETRY_IN_MS = 10_000;

/** All streams of this process, found by household and by user, and no more of each than may be. */
export class OpenStreams {
  readonly #caps: StreamCaps;
  readonly #byHousehold = new Map<HouseholdId, Set<OpenStream>>();
  readonly #byUser = new Map<UserId | DisplayId, Set<OpenStream>>();

  constructor(caps: StreamCaps) {
    this.#caps = caps;
  }

  /** RATE_LIMITED when the user, or the household, has as many as may be. */
  requirePlace(householdId: HouseholdId, userId: UserId): void {
    const { perUser, perHousehold } = this.#caps;
    if (this.ofUser(userId).size >= perUser || this.ofHousehold(householdId).size >= perHousehold)
      throw new ApplicationError('RATE_LIMITED', 'Too many open streams; see Retry-After', {
        retryInMs: RETRY_IN_MS,
      });
  }

  add(stream: OpenStream): void {
    put(this.#byHousehold, stream.householdId, stream);
    put(this.#byUser, stream.userId, stream);
  }

  remove(stream: OpenStream): void {
    take(this.#byHousehold, stream.householdId, stream);
    take(this.#byUser, stream.userId, stream);
  }

  has(stream: OpenStream): boolean {
    return this.ofHousehold(stream.householdId).has(stream);
  }

  ofHousehold(householdId: HouseholdId): ReadonlySet<OpenStream> {
    return this.#byHousehold.get(householdId) ?? NONE;
  }

  ofUser(userId: UserId | DisplayId): ReadonlySet<OpenStream> {
    return this.#byUser.get(userId) ?? NONE;
  }

  households(): Iterable<HouseholdId> {
    return this.#byHousehold.keys();
  }

  get size(): number {
    let size = 0;
    for (const streams of this.#byHousehold.values()) size += streams.size;
    return size;
  }

  all(): OpenStream[] {
    return [...this.#byHousehold.values()].flatMap((streams) => [...streams]);
  }
}

const NONE: ReadonlySet<OpenStream> = new Set();

function put<Key>(index: Map<Key, Set<OpenStream>>, key: Key, stream: OpenStream): void {
  const streams = index.get(key);
  if (streams === undefined) index.set(key, new Set([stream]));
  else streams.add(stream);
}

function take<Key>(index: Map<Key, Set<OpenStream>>, key: Key, stream: OpenStream): void {
  const streams = index.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) index.delete(key);
}
