import type {
  AccessEnded,
  EventBus,
  EventListener,
  TopicChanged,
  Logger,
} from '../../../application/shared/ports.js';
import type { Response } from 'express';
import { viewerOf, type MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { StreamStart, News } from '../../../application/sync/follow-changes.js';
import type { HouseholdId, DisplayId, UserId } from '../../../domain/shared/ids.js';
import type { Cursor } from '../../../domain/sync/cursor.js';
import { TOPICS } from '../../../domain/sync/page.js';
import { AccessChecks } from './access-checks.js';
import { OpenStream } from './open-stream.js';
import { PendingChanges, type ChangedTopics } from './pending-changes.js';

const SLOTS = 25;

/**
 * Pings all streams with one timer, which runs only while there are streams. The streams are spread over slots, and
 * each tick pings one slot.
 */
export class PingWheel {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<OpenStream>());
  readonly #everyMs: number;
  readonly #onTurn: (streams: ReadonlySet<OpenStream>) => void;
  #current = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(everyMs: number, onTurn: (streams: ReadonlySet<OpenStream>) => void) {
    this.#everyMs = everyMs;
    this.#onTurn = onTurn;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Adds a stream to the slot that was pinged last, so its first ping comes after a full round. */
  add(stream: OpenStream): void {
    stream.slot = this.#current;
    this.#slots[stream.slot]?.add(stream);
    this.#timer ??= setInterval(() => this.#tick(), this.#everyMs / SLOTS).unref();
  }

  remove(stream: OpenStream): void {
    this.#slots[stream.slot]?.delete(stream);
    if (this.#slots.every(({ size }) => size === 0)) this.stop();
  }

  #tick(): void {
    this.#current = (this.#current + 1) % SLOTS;
    const streams = this.#slots[this.#current];
    if (streams !== undefined && streams.size > 0) this.#onTurn(streams);
  }
}

export type StreamCaps = { readonly perUser: number; readonly perHousehold: number };

const RETRY_IN_MS = 10_000;

/** All streams of this process, by household and by user, with a limit for each. */
export class OpenStreams {
  readonly #caps: StreamCaps;
  readonly #byHousehold = new Map<HouseholdId, Set<OpenStream>>();
  readonly #byUser = new Map<UserId | DisplayId, Set<OpenStream>>();

  constructor(caps: StreamCaps) {
    this.#caps = caps;
  }

  /** Throws RATE_LIMITED if the user or the household already has the largest allowed number of streams. */
  requirePlace(householdId: HouseholdId, userId: UserId): void {
    const { perUser, perHousehold } = this.#caps;
    if (this.ofUser(userId).size >= perUser || this.ofHousehold(householdId).size >= perHousehold)
      throw new ApplicationError(
        'RATE_LIMITED',
        'The account or the household has too many open streams. Close one, or connect again after Retry-After',
        {
          retryInMs: RETRY_IN_MS,
        },
      );
  }

  add(stream: OpenStream): void {
    put(this.#byHousehold, stream.place.householdId, stream);
    put(this.#byUser, stream.place.userId, stream);
  }

  remove(stream: OpenStream): void {
    take(this.#byHousehold, stream.place.householdId, stream);
    take(this.#byUser, stream.place.userId, stream);
  }

  has(stream: OpenStream): boolean {
    return this.ofHousehold(stream.place.householdId).has(stream);
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

export type StreamSettings = StreamCaps & { readonly pingMs: number };

const SETTINGS: StreamSettings = { perUser: 10, perHousehold: 100, pingMs: 25_000 };

export type StreamHubOptions = {
  readonly bus: Pick<EventBus, 'subscribe'>;
  readonly areAdmitted: (asked: readonly SessionAtHome[]) => Promise<readonly boolean[]>;
  readonly startFollowing: (caller: MemberCaller, lastId: string | null) => Promise<StreamStart>;
  readonly followChanges: (householdId: HouseholdId, cursors: readonly Cursor[]) => Promise<readonly News[]>;
  readonly logger: Logger;
  readonly settings?: Partial<StreamSettings> | undefined;
};

/**
 * The live streams of this process. A stream belongs to a session and a membership, not to the access token
 * that opened it. Both are checked with every ping, and at once if either may have ended.
 */
export class StreamHub implements EventListener {
  readonly #settings: StreamSettings;
  readonly #streams: OpenStreams;
  readonly #options: StreamHubOptions;
  readonly #pending = new PendingChanges((...message) => this.#send(...message));
  readonly #wheel: PingWheel;
  readonly #checks: AccessChecks;
  #unsubscribe: (() => void) | null = null;
  #closed = false;

  constructor(options: StreamHubOptions) {
    const { areAdmitted, logger, settings } = options;
    this.#options = options;
    this.#settings = { ...SETTINGS, ...settings };
    this.#streams = new OpenStreams(this.#settings);
    this.#wheel = new PingWheel(this.#settings.pingMs, (streams) => this.#ping(streams));
    this.#checks = new AccessChecks({
      areAdmitted,
      isOpen: (stream) => this.#streams.has(stream),
      onEnded: (stream) => this.#end(stream),
      logger,
    });
  }

  start(): void {
    this.#unsubscribe = this.#options.bus.subscribe(this);
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Ends all streams, so that their clients reconnect to another process, and accepts no more. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe?.();
    this.#wheel.stop();
    for (const stream of this.#streams.all()) this.#end(stream);
  }

  /**
   * Opens a stream. A client that reconnects with the last id gets the topics that it has missed. Throws RATE_LIMITED
   * if there are too many streams. Throws UNAVAILABLE during shutdown, or if the stream is ended before it begins.
   */
  async open(caller: MemberCaller, response: Response, lastId: string | null): Promise<void> {
    if (this.#closed) throw closing();
    const { userId, sessionId, household, display } = caller;
    this.#streams.requirePlace(household.id, userId);
    const place = {
      userId,
      sessionId,
      memberId: viewerOf(caller),
      householdId: household.id,
      ...(display !== undefined && { displayId: display.id }),
    };
    const stream = new OpenStream(place, response, () => this.#forget(stream));
    // The stream is registered before the cursor is read, so that it receives all changes that are committed
    // afterwards.
    this.#streams.add(stream);
    const beginning = await this.#options.startFollowing(caller, lastId).catch((error: unknown) => {
      this.#forget(stream);
      throw error;
    });
    if (response.destroyed) return;
    if (!this.#streams.has(stream)) throw closing();
    stream.begin(beginning);
    this.#wheel.add(stream);
    // The session may have ended between the authentication of the request and the registration of the stream. No
    // event would report that, so it is checked here.
    this.#checks.check([stream]);
  }

  changed(change: TopicChanged): void {
    if (this.#streams.ofHousehold(change.householdId).size > 0) this.#pending.add(change);
  }

  accessEnded(ended: AccessEnded): void {
    this.#checks.check(
      'userId' in ended ? this.#streams.ofUser(ended.userId) : this.#streams.ofHousehold(ended.householdId),
    );
  }

  missed(): void {
    for (const householdId of this.#streams.households())
      for (const topic of TOPICS) this.#pending.add({ householdId, topic, onlyFor: null });
    this.#checks.check(this.#streams.all());
  }

  /**
   * Sends each stream those of these topics that its member may see. A stream that gets one also gets all other
   * topics that have changed since its cursor, because the client would otherwise skip these changes when it
   * continues from the new cursor.
   */
  async #send(householdId: HouseholdId, topics: ChangedTopics): Promise<void> {
    const recipients = [...this.#streams.ofHousehold(householdId)].flatMap((stream) => {
      const ownTopics = [...topics].flatMap(([topic, audience]) =>
        audience === null || audience.has(stream.place.memberId) ? [topic] : [],
      );
      return ownTopics.length === 0 ? [] : [{ stream, ownTopics, cursor: stream.cursor }];
    });
    const cursors = recipients.flatMap(({ cursor }) => cursor ?? []);
    const news = cursors.length === 0 ? [] : [...(await this.#read(householdId, cursors))];
    for (const { stream, ownTopics, cursor } of recipients) {
      const found = cursor === null ? undefined : news.shift();
      if (this.#streams.has(stream))
        stream.sendTopics([...ownTopics, ...(found?.topics ?? [])], found?.cursor ?? null);
    }
  }

  async #read(householdId: HouseholdId, cursors: readonly Cursor[]): Promise<readonly News[]> {
    try {
      return await this.#options.followChanges(householdId, cursors);
    } catch (error) {
      this.#options.logger.warn('reading changes for a stream failed', { error });
      return [];
    }
  }

  #ping(streams: ReadonlySet<OpenStream>): void {
    for (const stream of streams) stream.send(PING);
    this.#checks.check(streams);
  }

  #end(stream: OpenStream): void {
    this.#forget(stream);
    stream.end();
  }

  #forget(stream: OpenStream): void {
    this.#streams.remove(stream);
    this.#wheel.remove(stream);
  }
}

const PING = Buffer.from(': ping\n\n');

const closing = () =>
  new ApplicationError(
    'UNAVAILABLE',
    'The service closed the event stream before it could start. Connect again',
  );
