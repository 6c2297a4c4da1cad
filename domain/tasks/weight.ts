import type { Occurrence } from './occurrence.js';

/** This many bytes of text add as much weight as one more row. */
export const BYTES_PER_WEIGHT = 4_096;
/** This many checklist items add as much weight as one more row. */
export const ITEMS_PER_WEIGHT = 16;

/**
 * Returns a measure of the memory and time that a row costs. A row without notes and checklist has the weight
 * 1.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function weighRow({ title, notes, checklist }: Occurrence): number {
  const bytes = new TextEncoder().encode(title + (notes ?? '')).length;
  return 1 + Math.floor(bytes / BYTES_PER_WEIGHT) + Math.floor(checklist.length / ITEMS_PER_WEIGHT);
}
