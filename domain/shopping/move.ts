import type { ShoppingItem, ShoppingItemId } from './item.js';

/**
 * The items whose position changes when one moves to the place `to` of the list (0 is the top; beyond the end is the
 * end). `list` is in its order. Places are numbered anew, so that equal ones cannot come about.
 */
export function moveItem(
  list: readonly ShoppingItem[],
  id: ShoppingItemId,
  to: number,
): readonly ShoppingItem[] {
  const moved = list.find((item) => item.id === id);
  if (moved === undefined) return [];
  const others = list.filter((item) => item !== moved);
  const order = others.toSpliced(Math.min(to, others.length), 0, moved);
  return order.flatMap((item, position) => (item.position === position ? [] : [{ ...item, position }]));
}
