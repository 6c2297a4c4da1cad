import { isDeepStrictEqual } from 'node:util';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { AccessEnded, EventListener, TopicChanged } from '../../application/shared/ports.js';

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

  async until(expected: ReceivedEvent): Promise<void> {
    while (!this.all.some((one) => isDeepStrictEqual(one, expected))) await this.next();
  }

  async next(): Promise<void> {
    await this.#onNext.promise;
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
