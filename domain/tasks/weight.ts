import type { Occurrence } from './occurrence.js';

/** The number of text bytes that count as much as one additional row. */
export const BYTES_PER_WEIGHT = 4_096;
/** The number of checklist items that count as much as one additional row. */
export const ITEMS_PER_WEIGHT = 16;

/** Returns a measure of the memory and time that a row takes. A row without notes and checklist weighs 1. */
export function weighRow({ title, notes, checklist }: Occurrence): number {
  const bytes = new TextEncoder().encode(title + (notes ?? '')).length;
  return 1 + Math.floor(bytes / BYTES_PER_WEIGHT) + Math.floor(checklist.length / ITEMS_PER_WEIGHT);
}
