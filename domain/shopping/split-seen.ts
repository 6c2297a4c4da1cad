import { toQuantity } from './amounts.js';
import type { ShoppingLine } from './item.js';
import { NOTE_SEPARATOR, parseNote, type NoteAmount } from './note.js';
import { convertQuantity } from './units.js';

/**
 * The amounts of an item at the time when somebody saw it. Amounts that cannot be converted to the item's
 * unit are in the note.
 */
export type SeenAmounts = Pick<ShoppingLine, 'quantity' | 'unit' | 'note'>;

/**
 * Splits an item into the amounts that somebody saw and the amounts that were added since. Both have the same
 * name and together equal the item. Words that were added to the note are kept with both. If the unit was
 * changed to another kind since, the item was rewritten, and all of it counts as seen.
 */
export function splitSeen<Line extends ShoppingLine>(
  line: Line,
  seen: SeenAmounts,
): { readonly seen: Line; readonly added: readonly ShoppingLine[] } {
  const own = ownAmount(line);
  const seenOwn = ownAmount(seen);
  if (own !== null && seenOwn !== null && convertQuantity(seenOwn.quantity, seenOwn.unit, own.unit) === null)
    return { seen: line, added: [] };
  const [note, seenNote] = [parseNote(line.note), parseNote(seen.note)];
  let known = [...(seenOwn === null ? [] : [seenOwn]), ...seenNote.amounts()];
  const added: NoteAmount[] = [];
  const keepSeen = (amount: NoteAmount): number | null => {
    const { unseen, left } = takeFrom(known, amount);
    known = left;
    const since = toQuantity(unseen);
    if (since === null) return amount.quantity;
    added.push({ ...amount, quantity: since });
    return toQuantity(amount.quantity - since);
  };
  const quantity = own === null ? null : keepSeen(own);
  note.keepAmounts(keepSeen);
  if (added.length === 0) return { seen: line, added: [] };
  const newWords = note.words().filter((words) => !seenNote.words().includes(words));
  const { name, section } = line;
  return {
    seen: {
      ...line,
      ...{ quantity, unit: own !== null && quantity === null ? seen.unit : line.unit, note: note.text() },
    },
    added: added.map((amount, place) => ({
      ...{ name, ...amount, section },
      note: (place === 0 && newWords.join(NOTE_SEPARATOR)) || null,
    })),
  };
}

function ownAmount({ quantity, unit }: SeenAmounts): NoteAmount | null {
  return quantity === null ? null : { quantity, unit };
}

/**
 * Subtracts the amounts in `others` from one amount. `unseen` is the part of the amount that is left. `left`
 * contains the parts of `others` that were not needed.
 */
function takeFrom(
  others: readonly NoteAmount[],
  { quantity, unit }: NoteAmount,
): { readonly unseen: number; readonly left: NoteAmount[] } {
  let unseen = quantity;
  const left = others.map((other) => {
    const covers = convertQuantity(other.quantity, other.unit, unit);
    if (covers === null || covers === 0) return other;
    const taken = Math.min(unseen, covers);
    unseen -= taken;
    return { ...other, quantity: other.quantity * (1 - taken / covers) };
  });
  return { unseen, left };
}
