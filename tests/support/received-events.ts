import { isDeepStrictEqual } from 'node:util';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { AccessEnded, EventListener, TopicChanged } from '../../application/shared/ports.js';
import { within } from './until.js';

export type ReceivedEvent = { changed: TopicChanged } | { ended: AccessEnded } | { missed: true };

/** Records all events, and lets a test wait for one. */
export class ReceivedEvents implements EventListener {
  readonly all: ReceivedEvent[] = [];
  #onNext = Promise.withResolvers<undefined>();

  changed(changed: TopicChanged): void {
    this.#add({ changed });
  }

  accessEnded(ended: AccessEnded): void {
    this.#add({ ended });
  }

  missed(): void {
    this.#add({ missed: true });
  }

  /** Waits until the expected event has arrived. Fails like `next` if no event arrives. */
  async until(expected: ReceivedEvent): Promise<void> {
    const awaited = `the event ${JSON.stringify(expected)} arrives`;
    while (!this.all.some((one) => isDeepStrictEqual(one, expected))) await this.next(awaited);
  }

  /**
   * Waits for the next event.
   *
   * @throws if none arrives for longer than a test waits; the message names what was awaited
   */
  async next(awaited: string): Promise<void> {
    await within(this.#onNext.promise, awaited);
  }

  changesOf(householdId: HouseholdId): TopicChanged[] {
    return this.all.flatMap((event) =>
      'changed' in event && event.changed.householdId === householdId ? [event.changed] : [],
    );
  }

  #add(event: ReceivedEvent): void {
    this.all.push(event);
    const { resolve } = this.#onNext;
    this.#onNext = Promise.withResolvers<undefined>();
    resolve(undefined);
  }
}
