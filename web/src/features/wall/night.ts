import { signal } from '@preact/signals';
import type { Night } from './hours.ts';

const KEPT = 'planner.night';
const USUAL: Night = { from: '22:00', to: '06:00' };
const TIME = /^\d\d:\d\d$/;

function read(): Night {
  const kept = localStorage.getItem(KEPT);
  if (kept === null) return USUAL;
  const [from = '', to = ''] = kept.split('-');
  return TIME.test(from) && TIME.test(to) ? { from, to } : null;
}

/** The dark hours that are set on this device. */
export const night = signal<Night>(read());

export function setNight(next: Night): void {
  night.value = next;
  localStorage.setItem(KEPT, next === null ? 'never' : `${next.from}-${next.to}`);
}
