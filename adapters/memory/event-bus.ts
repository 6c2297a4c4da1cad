import type { EventBus, TopicChanged } from '../../application/ports/event-bus.js';

/** The bus of a single process. */
export class InMemoryEventBus implements EventBus {
  readonly #listeners = new Set<(change: TopicChanged) => void>();

  publish(changes: readonly TopicChanged[]): void {
    for (const listener of [...this.#listeners]) for (const change of changes) listener({ ...change });
  }

  subscribe(listener: (change: TopicChanged) => void): () => void {
    const own = (change: TopicChanged) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }
}
