import type { SnapshotTable } from '../../../application/backup/ports.js';

export type Reference = { readonly from: string; readonly to: string };

/** Each table after those that its foreign keys name; by name where that decides nothing. */
export function loadOrder(
  tables: readonly SnapshotTable[],
  references: readonly Reference[],
): readonly SnapshotTable[] {
  const ordered: SnapshotTable[] = [];
  let waiting = tables.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const isFree = ({ name }: SnapshotTable) =>
      !references.some(({ from, to }) => from === name && to !== name && names.has(to));
    const free = waiting.filter(isFree);
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}
