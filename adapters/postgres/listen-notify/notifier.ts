import type { Logger, AccessEnded, EventListener, TopicChanged } from '../../../application/shared/ports.js';
import { setTimeout as delay } from 'node:timers/promises';
import { isUuid, type HouseholdId, type UserId, type MemberId } from '../../../domain/shared/ids.js';
import { TOPICS, type Topic } from '../../../domain/sync/page.js';

/** One message as a line of ASCII. Equal messages have equal lines, so duplicates can be dropped. */
export type NotifyLine = string;

/** PostgreSQL rejects NOTIFY payloads of 8000 bytes or more. */
const PAYLOAD_BYTES = 7_900;
const EVERYBODY = '*';

export const MISSED: NotifyLine = 'missed';

export const changedLine = ({ householdId, topic, onlyFor }: TopicChanged): NotifyLine =>
  `changed ${householdId} ${topic} ${onlyFor ?? EVERYBODY}`;

export const endedLine = (ended: AccessEnded): NotifyLine =>
  'userId' in ended ? `ended user ${ended.userId}` : `ended household ${ended.householdId}`;

/** Packs the lines in their order into payloads of at most PAYLOAD_BYTES. Each payload begins with the sender. */
export function toPayloads(sender: string, lines: Iterable<NotifyLine>): string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const line of lines) {
    if (payload.length + 1 + line.length > PAYLOAD_BYTES) {
      payloads.push(payload);
      payload = sender;
    }
    payload += `\n${line}`;
  }
  return payload === sender ? payloads : [...payloads, payload];
}

/** Splits a payload into the id of its sender and its lines. */
export function readPayload(payload: string): {
  readonly sender: string;
  readonly lines: readonly NotifyLine[];
} {
  const [sender = '', ...lines] = payload.split('\n');
  return { sender, lines };
}

/**
 * Calls the listener with a message. An unknown line of a newer version could mean anything, so it is reported like
 * the line MISSED.
 */
export function dispatchLine(listener: EventListener, line: NotifyLine): void {
  const [kind, ...words] = line.split(' ');
  const isDispatched =
    (kind === 'changed' && dispatchChanged(listener, words)) ||
    (kind === 'ended' && dispatchEnded(listener, words));
  if (!isDispatched) listener.missed();
}

function dispatchChanged(
  listener: EventListener,
  [household = '', topic, who = '']: readonly string[],
): boolean {
  if (!isUuid(household) || !isTopic(topic) || !(who === EVERYBODY || isUuid(who))) return false;
  const onlyFor = who === EVERYBODY ? null : (who as MemberId);
  listener.changed({ householdId: household as HouseholdId, topic, onlyFor });
  return true;
}

function dispatchEnded(listener: EventListener, [whose, id = '']: readonly string[]): boolean {
  if (!isUuid(id)) return false;
  if (whose === 'user') listener.accessEnded({ userId: id as UserId });
  else if (whose === 'household') listener.accessEnded({ householdId: id as HouseholdId });
  else return false;
  return true;
}

const isTopic = (text: string | undefined): text is Topic => TOPICS.some((topic) => topic === text);

/**
 * How long a change is held back after it was sent. If it is reported again during this time, it is sent once more
 * at the end.
 */
const REST_MS = 100;
const RETRY_MS = { first: 100, most: 2_000 };
/**
 * The number of messages that can wait while the database is down. If there are more, they are replaced by one
 * message that says that messages were lost. The other processes then treat every topic of every household as
 * changed.
 */
const WAITING_LIMIT = 10_000;

export type NotifierOptions = {
  /** The id of the process that sends. It is the beginning of each payload. */
  readonly sender: string;
  readonly send: (payloads: readonly string[]) => Promise<unknown>;
  readonly logger: Logger;
};

/**
 * Sends messages to the other processes.
 *
 * - `sendNow` sends without delay. So does `sendPaced` the first time, but equal messages then at most every 100 ms.
 * - All waiting messages go into one statement, and one statement runs at a time.
 * - Messages that could not be sent are sent again, with exponential backoff.
 */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #waiting = new Set<NotifyLine>();
  /** Changes that were sent less than REST_MS ago. The value is true if the change was reported again since. */
  readonly #resting = new Map<NotifyLine, boolean>();
  #sending: Promise<void> | null = null;
  readonly #closing = new AbortController();
  #closed = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Sends the line, but at most once every 100 ms. */
  sendPaced(line: NotifyLine): void {
    if (this.#resting.has(line)) this.#resting.set(line, true);
    else this.#sendAndRest(line);
  }

  sendNow(line: NotifyLine): void {
    if (this.#closed) return;
    this.#add(line);
    this.#sending ??= this.#sendAll();
  }

  /** Tries once more to send the messages that are waiting. After that, nothing is sent. */
  async close(): Promise<void> {
    for (const [line, isReportedAgain] of this.#resting) if (isReportedAgain) this.sendNow(line);
    this.#closed = true;
    this.#resting.clear();
    this.#closing.abort();
    await this.#sending;
  }

  #add(line: NotifyLine): void {
    if (this.#waiting.size < WAITING_LIMIT) this.#waiting.add(line);
    else {
      this.#waiting.clear();
      this.#waiting.add(MISSED);
    }
  }

  #sendAndRest(line: NotifyLine): void {
    if (this.#closed) return;
    this.sendNow(line);
    this.#resting.set(line, false);
    setTimeout(() => {
      const isReportedAgain = this.#resting.get(line) === true;
      this.#resting.delete(line);
      if (isReportedAgain) this.#sendAndRest(line);
    }, REST_MS).unref();
  }

  async #sendAll(): Promise<void> {
    for (let retryMs = RETRY_MS.first; this.#waiting.size > 0;) {
      const lines = [...this.#waiting];
      this.#waiting.clear();
      try {
        await this.#options.send(toPayloads(this.#options.sender, lines));
        retryMs = RETRY_MS.first;
      } catch (error) {
        this.#options.logger.warn('NOTIFY failed, will retry', { error, retryMs });
        if (this.#closed) break;
        for (const line of lines) this.#add(line);
        const options = { ref: false, signal: this.#closing.signal };
        await delay(retryMs, undefined, options).catch(() => undefined);
        retryMs = Math.min(2 * retryMs, RETRY_MS.most);
      }
    }
    this.#sending = null;
  }
}
