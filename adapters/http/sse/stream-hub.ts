import { randomUUID } from 'node:crypto';
import {
  TOPICS,
  type Topic,
  type AccessEnded,
  type EventBus,
  type EventListener,
  type TopicChanged,
  type Logger,
} from '../../../application/shared/ports.js';
import type { Response } from 'express';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { AdmissionChecks } from './admission-checks.js';
import { OpenStream } from './open-stream.js';
import { OpenStreams, type StreamCaps } from './open-streams.js';
import { PendingChanges, type Audience } from './pending-changes.js';
import { PingWheel } from './ping-wheel.js';

export type StreamSettings = StreamCaps & { readonly pingMs: number };

const SETTINGS: StreamSettings = { perUser: 10, perHousehold: 100, pingMs: 25_000 };

export type StreamHubOptions = {
  readonly bus: Pick<EventBus, 'subscribe'>;
  readonly areAdmitted: (asked: readonly SessionAtHome[]) => Promise<readonly boolean[]>;
  readonly logger: Logger;
  readonly settings?: Partial<StreamSettings> | undefined;
};

/**
 * The live streams of this process. A stream belongs to a session and a membership, whatever becomes of the access
 * token that opened it: both are looked at again with each ping, and at once when either may have ended.
 */
export class StreamHub implements EventListener {
  readonly #bus: Pick<EventBus, 'subscribe'>;
  readonly #settings: StreamSettings;
  readonly #streams: OpenStreams;
  readonly #pending = new PendingChanges((...message) => this.#send(...message));
  readonly #wheel = new PingWheel((streams) => this.#ping(streams));
  readonly #checks: AdmissionChecks;
  #unsubscribe: (() => void) | null = null;
  #closed = false;

  constructor({ bus, areAdmitted, logger, settings }: StreamHubOptions) {
    this.#bus = bus;
    this.#settings = { ...SETTINGS, ...settings };
    this.#streams = new OpenStreams(this.#settings);
    this.#checks = new AdmissionChecks({
      areAdmitted,
      isOpen: (stream) => this.#streams.has(stream),
      onEnded: (stream) => this.#end(stream),
      logger,
    });
  }

  start(): void {
    this.#unsubscribe = this.#bus.subscribe(this);
    this.#wheel.start(this.#settings.pingMs);
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Ends all streams, so that their clients go elsewhere, and takes no more. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe?.();
    this.#wheel.stop();
    for (const stream of this.#streams.all()) this.#end(stream);
  }

  /**
   * Answers with a stream. Whoever was `away` before may have missed anything and is told to load everything.
   * RATE_LIMITED with too many open ones, UNAVAILABLE while the process ends.
   */
  open(caller: MemberCaller, response: Response, { away }: { away: boolean }): void {
    if (this.#closed) throw new ApplicationError('UNAVAILABLE', 'The process is about to end');
    const { userId, sessionId, household } = caller;
    this.#streams.requirePlace(household.id, userId);
    const stream = new OpenStream({ userId, sessionId, householdId: household.id }, response);
    this.#streams.add(stream);
    this.#wheel.add(stream);
    stream.begin(away ? Buffer.concat([greeting(), everyTopic()]) : greeting(), () => this.#forget(stream));
    // The session may have ended since the request was let in, and nobody will tell again.
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

  #send(householdId: HouseholdId, topic: Topic, audience: Audience): void {
    const frame = topicFrame(topic);
    for (const stream of this.#streams.ofHousehold(householdId))
      if (audience === null || audience.has(stream.userId)) stream.send(frame);
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

/** Clients that lost their server come back at different moments. */
const RETRY_MS = { least: 1_000, most: 5_000 };

const PING = Buffer.from(': ping\n\n');

/** The first bytes of a stream: when to come back after it ends. */
function greeting(): Buffer {
  const { least, most } = RETRY_MS;
  return Buffer.from(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`);
}

/** The id tells clients that there was something; nothing is kept that could be sent again by it. */
function topicFrame(topic: Topic): Buffer {
  return Buffer.from(`id: ${randomUUID()}\ndata: ${JSON.stringify({ topic })}\n\n`);
}

function everyTopic(): Buffer {
  return Buffer.concat(TOPICS.map(topicFrame));
}
