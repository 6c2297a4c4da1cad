import type { Slot, SlotValues } from './slots.js';

/**
 * The slots that a phrase has filled, as a linked list with the last slot first. Alternative phrases share
 * the list of their common beginning.
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

  /**
   * Returns the value of the first slot of this kind in the phrase. Returns undefined if the phrase has no
   * such slot.
   */
  get<S extends Slot>(slot: S): SlotValues[S] | undefined {
    return this.all(slot)[0];
  }

  all<S extends Slot>(slot: S): readonly SlotValues[S][] {
    const values: SlotValues[S][] = [];
    for (let capture = this.#last; capture !== null; capture = capture.before)
      if (capture.slot === slot) values.unshift(capture.value as SlotValues[S]);
    return values;
  }

  /**
   * Returns the index of the first token of the slot. If the phrase has several such slots, this is the last one.
   * Returns null if it has none.
   */
  placeOf(slot: Slot): number | null {
    for (let capture = this.#last; capture !== null; capture = capture.before)
      if (capture.slot === slot) return capture.at;
    return null;
  }
}
