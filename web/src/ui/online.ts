import { signal } from '@preact/signals';

/** True if the browser reports that it has a network. */
export const isOnline = signal(navigator.onLine);
for (const event of ['online', 'offline']) addEventListener(event, () => (isOnline.value = navigator.onLine));
