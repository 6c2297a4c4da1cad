import { signal } from '@preact/signals';

const KEPT = 'planner.keys';

/**
 * True if single characters work as shortcuts. Some people turn them off, for example because they use speech input.
 */
export const areKeysOn = signal(localStorage.getItem(KEPT) !== 'off');

/** Turns shortcuts of a single character on or off on this device. */
export function setKeysOn(isOn: boolean): void {
  areKeysOn.value = isOn;
  if (isOn) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, 'off');
}
