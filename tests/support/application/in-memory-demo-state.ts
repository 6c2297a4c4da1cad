import type { DemoStateStore } from '../../../adapters/demo-calendar/state-file.js';
import { EMPTY, type DemoState } from '../../../adapters/demo-calendar/state.js';

/** The state of the demo calendars, in memory instead of a file. */
export class InMemoryDemoState implements DemoStateStore {
  #state: DemoState = EMPTY;

  read(): Promise<DemoState> {
    return Promise.resolve(this.#state);
  }

  change<T>(change: (state: DemoState) => readonly [DemoState | null, T]): Promise<T> {
    const [state, answer] = change(this.#state);
    if (state !== null) this.#state = state;
    return Promise.resolve(answer);
  }
}
