import { signal } from '@preact/signals';

const KEPT = 'planner.keys';

/** Whether single letters do things outside fields: some people speak to their device, or lean on it. */
export const areKeysOn = signal(localStorage.getItem(KEPT) !== 'off');

/** From now on, on this device. */
export function setKeysOn(isOn: boolean): void {
  areKeysOn.value = isOn;
  if (isOn) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, 'off');
}
