import type { Slot, SlotValues } from './slots.js';

/**
 * The slots that were filled along a phrase, as a linked list with the last one first, so that alternatives
 * share their beginning.
 */
export type Capture = {
  readonly slot: string;
  readonly value: unknown;
  readonly at: number;
  readonly before: Capture | null;
};

export class Captures {
  readonly #last: Capture | null;

  constructor(last: Capture | null) {
    this.#last = last;
  }

  /** Returns the value of the first slot of this kind in the phrase. */
  get<S extends Slot>(slot: S): SlotValues[S] | undefined {
    return this.all(slot)[0];
  }

  all<S extends Slot>(slot: S): readonly SlotValues[S][] {
    const values: SlotValues[S][] = [];
    for (let capture = this.#last; capture !== null; capture = capture.before)
      if (capture.slot === slot) values.unshift(capture.value as SlotValues[S]);
    return values;
  }

  /** Returns the index of the token at which the slot begins. */
  placeOf(slot: Slot): number | null {
    for (let capture = this.#last; capture !== null; capture = capture.before)
      if (capture.slot === slot) return capture.at;
    return null;
  }
}
