import type {
  AccessEnded,
  EventBus,
  EventListener,
  TopicChanged,
} from '../../../application/shared/ports.js';

/** The bus of a single process. */
export class InMemoryEventBus implements EventBus {
  readonly #listeners = new Set<EventListener>();

  publish(changes: readonly TopicChanged[]): void {
    for (const listener of [...this.#listeners])
      for (const change of changes) listener.changed({ ...change });
  }

  endAccess(ended: readonly AccessEnded[]): void {
    for (const listener of [...this.#listeners]) for (const end of ended) listener.accessEnded({ ...end });
  }

  subscribe(listener: EventListener): () => void {
    const own: EventListener = {
      changed: (change) => listener.changed(change),
      accessEnded: (ended) => listener.accessEnded(ended),
      missed: () => listener.missed(),
    };
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }
}
