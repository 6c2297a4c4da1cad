import type { HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { toQuantity } from './amounts.js';
import { TEXT_LENGTHS, type ShoppingItem, type ShoppingItemId, type ShoppingLine } from './item.js';
import { nameKey } from './name-key.js';
import { converted } from './units.js';

export type Adding = {
  readonly householdId: HouseholdId;
  readonly by: MemberId;
  readonly now: Instant;
  readonly newId: () => ShoppingItemId;
};

/**
 * The list with these lines: a name that is on it and not checked gets what is asked for in addition, instead of a
 * twin. Gives the item of each line, in their order and each once, with what the list then holds of it.
 */
export function addLines(
  list: readonly ShoppingItem[],
  lines: readonly ShoppingLine[],
  { householdId, by, now, newId }: Adding,
): readonly ShoppingItem[] {
  const open = new Map(list.filter(({ checked }) => !checked).map((item) => [nameKey(item.name), item]));
  const touched = new Map<ShoppingItemId, ShoppingItem>();
  let position = list.reduce((last, item) => Math.max(last, item.position), -1);
  for (const line of lines) {
    const key = nameKey(line.name);
    const twin = open.get(key);
    const item: ShoppingItem = twin
      ? { ...merged(twin, line), updatedAt: now }
      : {
          ...line,
          id: newId(),
          householdId,
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

/** Amounts add up in the unit of the first; those that measure different things stand beside it in the note. */
function merged(item: ShoppingItem, line: ShoppingLine): ShoppingItem {
  const base = {
    ...item,
    section: line.section ?? item.section,
    note: joined(item.note, line.note),
  };
  if (line.quantity === null) return { ...base, unit: base.unit ?? line.unit };
  if (item.quantity === null) return { ...base, quantity: line.quantity, unit: line.unit ?? item.unit };
  const more = converted(line.quantity, line.unit, item.unit);
  const sum = more === null ? null : toQuantity(item.quantity + more);
  if (sum !== null) return { ...base, quantity: sum };
  return {
    ...base,
    note: joined(base.note, `+ ${line.quantity}${line.unit === null ? '' : ` ${line.unit}`}`),
  };
}

function joined(note: string | null, more: string | null): string | null {
  if (note === null || more === null || note === more) return note ?? more;
  const both = `${note}, ${more}`;
  return both.length <= TEXT_LENGTHS.note ? both : note;
}
