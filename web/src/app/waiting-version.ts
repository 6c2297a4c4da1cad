import { signal } from '@preact/signals';

/** A newer version of the client that is ready to take over. null means there is none. */
export const waitingVersion = signal<{ takeOver(): void } | null>(null);
