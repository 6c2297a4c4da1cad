import type { Occurrence } from './occurrence.js';

/** Bytes of text that weigh as much as another row. */
export const BYTES_PER_WEIGHT = 4_096;
/** Checklist items that weigh as much as another row. */
export const ITEMS_PER_WEIGHT = 16;

/** Returns how much memory and time a row takes, compared with a row without notes and checklist, which weighs 1. */
export function weighRow({ title, notes, checklist }: Occurrence): number {
  const bytes = new TextEncoder().encode(title + (notes ?? '')).length;
  return 1 + Math.floor(bytes / BYTES_PER_WEIGHT) + Math.floor(checklist.length / ITEMS_PER_WEIGHT);
}
