import { addQuantities, toQuantity } from './amounts.js';
import { convertQuantity } from './units.js';

export const NOTE_SEPARATOR = ', ';

/**
 * The note of an item. It contains words, and amounts that cannot be converted to the item's own unit. Each
 * appears only once.
 */
export type Note = {
  /** Adds the words that the note does not contain yet. */
  add(words: string): void;
  /**
   * Adds an amount to the existing amount of the same kind of unit, or as a new amount if there is none. Returns
   * false, and adds nothing, if the sum is above the maximum quantity.
   */
  addAmount(quantity: number, unit: string | null): boolean;
  words(): readonly string[];
  amounts(): readonly NoteAmount[];
  /** Replaces each amount by the quantity that `keep` returns. null removes the amount. */
  keepAmounts(keep: (amount: NoteAmount) => number | null): void;
  /** Returns the note as text, or null if it is empty. */
  text(): string | null;
};

export type NoteAmount = { readonly quantity: number; readonly unit: string | null };

type Part = { readonly words: string } | NoteAmount;

/** Parses a note, whether it was written by {@link Note.text} or by a person. */
export function parseNote(text: string | null): Note {
  let parts: Part[] = text === null ? [] : text.split(NOTE_SEPARATOR).map(parsePart);
  const addAmount = (quantity: number, unit: string | null): boolean => {
    for (const [place, part] of parts.entries()) {
      if ('words' in part) continue;
      const more = convertQuantity(quantity, unit, part.unit);
      if (more === null) continue;
      const sum = addQuantities(part.quantity, more);
      if (sum === null) return false;
      parts = parts.with(place, { ...part, quantity: sum });
      return true;
    }
    parts.push({ quantity, unit });
    return true;
  };
  return {
    add: (words) => {
      const known = new Set(parts.map(formatPart));
      parts.push(
        ...[...new Set(words.split(NOTE_SEPARATOR))]
          .filter((each) => !known.has(each))
          .map((each) => ({ words: each })),
      );
    },
    addAmount,
    words: () => parts.flatMap((part) => ('words' in part ? [part.words] : [])),
    amounts: () => parts.filter((part) => 'quantity' in part),
    keepAmounts: (keep) => {
      parts = parts.flatMap((part): Part[] => {
        if ('words' in part) return [part];
        const quantity = keep(part);
        return quantity === null ? [] : [{ ...part, quantity }];
      });
    },
    text: () => (parts.length === 0 ? null : parts.map(formatPart).join(NOTE_SEPARATOR)),
  };
}

function parsePart(text: string): Part {
  const [, digits, unit] = /^\+ (\d{1,7}(?:\.\d{1,3})?)(?: (\S.*))?$/u.exec(text) ?? [];
  const quantity = digits === undefined ? null : toQuantity(Number(digits));
  if (quantity === null || String(quantity) !== digits) return { words: text };
  return { quantity, unit: unit ?? null };
}

function formatPart(part: Part): string {
  if ('words' in part) return part.words;
  return `+ ${part.quantity}${part.unit === null ? '' : ` ${part.unit}`}`;
}
