import { signal } from '@preact/signals';

/** Whether the device has a network, as far as it knows. */
export const isOnline = signal(navigator.onLine);
for (const event of ['online', 'offline']) addEventListener(event, () => (isOnline.value = navigator.onLine));
