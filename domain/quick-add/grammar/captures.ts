import type { Slot, SlotValues } from './slots.js';

/** The slots of a phrase that were filled on the way to its end, last first: ways that part share their beginning. */
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

  /** The value of the first such slot of the phrase. */
  get<S extends Slot>(slot: S): SlotValues[S] | undefined {
    return this.all(slot)[0];
  }

  all<S extends Slot>(slot: S): readonly SlotValues[S][] {
    const values: SlotValues[S][] = [];
    for (let capture = this.#last; capture !== null; capture = capture.before)
      if (capture.slot === slot) values.unshift(capture.value as SlotValues[S]);
    return values;
  }

  /** The token at which the slot begins. */
  placeOf(slot: Slot): number | null {
    for (let capture = this.#last; capture !== null; capture = capture.before)
      if (capture.slot === slot) return capture.at;
    return null;
  }
}
