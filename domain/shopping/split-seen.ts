import { toQuantity } from './amounts.js';
import type { ShoppingLine } from './item.js';
import { NOTE_SEPARATOR, parseNote, type NoteAmount } from './note.js';
import { convertQuantity } from './units.js';

/** The amounts of an item when somebody saw it. Amounts that its own unit cannot express are in the note. */
export type SeenAmounts = Pick<ShoppingLine, 'quantity' | 'unit' | 'note'>;

/**
 * Splits an item into the part that somebody saw and the amounts added since, as lines of the same name that
 * together equal the item. New words of the note stay with both. If the unit was changed to another kind
 * since, the item was rewritten, and all of it counts as seen.
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

/** Returns how much of an amount the others do not cover, and what is left of the others. */
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
