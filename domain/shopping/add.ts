import type { HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { addQuantities } from './amounts.js';
import { TEXT_LENGTHS, type ShoppingItem, type ShoppingItemId, type ShoppingLine } from './item.js';
import type { ShoppingListId } from './list.js';
import { nameKey } from './name-key.js';
import { parseNote, type Note } from './note.js';
import { convertQuantity } from './units.js';

export type AddContext = {
  readonly householdId: HouseholdId;
  /** The list to which the items are added. null means the first list. */
  readonly listId: ShoppingListId | null;
  readonly by: MemberId;
  readonly now: Instant;
  readonly newId: () => ShoppingItemId;
};

/**
 * Adds lines to a shopping list and returns the resulting item of each line, in order and without duplicates. If an
 * unticked item of the same name exists, the line is added to this item, if possible (see {@link merged}).
 */
export function addLines(
  list: readonly ShoppingItem[],
  lines: readonly ShoppingLine[],
  { householdId, listId, by, now, newId }: AddContext,
): readonly ShoppingItem[] {
  const open = new Map(list.filter(({ checked }) => !checked).map((item) => [nameKey(item.name), item]));
  const touched = new Map<ShoppingItemId, ShoppingItem>();
  let position = list.reduce((last, item) => Math.max(last, item.position), -1);
  for (const line of lines) {
    const { name, quantity, unit, note, section } = line;
    const key = nameKey(name);
    const twin = open.get(key);
    const more = twin && merged(twin, line);
    const item: ShoppingItem = more
      ? { ...more, updatedAt: now }
      : {
          ...{ name, quantity, unit, note, section },
          id: newId(),
          householdId,
          listId,
          position: (position += 1),
          checked: false,
          checkedBy: null,
          checkedAt: null,
          tickedAt: null,
          addedBy: by,
          createdAt: now,
          updatedAt: now,
        };
    open.set(key, item);
    touched.set(item.id, item);
  }
  return [...touched.values()];
}

/**
 * Adds the amount of a line to an item, in the unit of the item. If the units are of different kinds (such as weight
 * and volume) or the sum is too large, the amount is added to the note of the item. Returns null if that is not
 * possible either, because the note or an amount in it would become too large. The line then becomes a separate item.
 */
function merged(item: ShoppingItem, line: ShoppingLine): ShoppingItem | null {
  const base = { ...item, section: line.section ?? item.section };
  const note = parseNote(item.note);
  if (line.note !== null) note.add(line.note);
  if (line.quantity === null) return withNote({ ...base, unit: base.unit ?? line.unit }, note);
  if (item.quantity === null)
    return withNote({ ...base, quantity: line.quantity, unit: line.unit ?? item.unit }, note);
  const more = convertQuantity(line.quantity, line.unit, item.unit);
  const sum = more === null ? null : addQuantities(item.quantity, more);
  if (sum !== null) return withNote({ ...base, quantity: sum }, note);
  return note.addAmount(line.quantity, line.unit) ? withNote(base, note) : null;
}

/**
 * Returns the other unticked item of the same list with the same name, or null. Always returns null for a
 * ticked item.
 */
export function findOpenTwin(items: readonly ShoppingItem[], item: ShoppingItem): ShoppingItem | null {
  if (item.checked) return null;
  const key = nameKey(item.name);
  const isTwin = (other: ShoppingItem) =>
    other.id !== item.id && other.listId === item.listId && !other.checked && nameKey(other.name) === key;
  return items.find(isTwin) ?? null;
}

/** Returns the item with the amount of the other item added, or null if the two cannot be merged. */
export function mergeTwin(item: ShoppingItem, twin: ShoppingItem): ShoppingItem | null {
  const both = merged(item, twin);
  return both && { ...both, section: item.section ?? twin.section };
}

function withNote(item: ShoppingItem, note: Note): ShoppingItem | null {
  const text = note.text();
  return (text?.length ?? 0) <= TEXT_LENGTHS.note ? { ...item, note: text } : null;
}
