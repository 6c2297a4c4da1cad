import { signal } from '@preact/signals';

/** A newer version of the client waits to take over; null: there is none. */
export const waitingVersion = signal<{ takeOver(): void } | null>(null);
