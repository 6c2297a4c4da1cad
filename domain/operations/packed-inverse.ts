/** Shorter texts take less room than what stands for them. */
const LONG = 64;
const TEXTS = 'texts';
type Placeholder = { readonly $text: number };

/**
 * An inverse as JSON in which each long text stands once, in a last element: the rows of a series share their notes, and a
 * thousand of them would hold a thousand copies. Ids, kinds and short values stay where they are, for queries.
 */
export function packInverse(inverse: readonly object[]): readonly unknown[] {
  const places = new Map<string, number>();
  const rows = inverse.map((row) =>
    replaced(row, (value) => {
      if (typeof value !== 'string' || value.length < LONG) return undefined;
      const place = places.get(value) ?? places.size;
      places.set(value, place);
      return { $text: place } satisfies Placeholder;
    }),
  );
  return places.size === 0 ? rows : [...rows, { kind: TEXTS, texts: [...places.keys()] }];
}

const texts = new WeakMap<object, string>();

/** The JSON of `packInverse`, made once: it is judged by its length before it is stored. */
export function packedText(inverse: readonly object[]): string {
  const text = texts.get(inverse) ?? JSON.stringify(packInverse(inverse));
  texts.set(inverse, text);
  return text;
}

/** The rows of an inverse that was packed, or that was stored as it is. */
export function unpackInverse<Row>(packed: readonly unknown[]): readonly Row[] {
  const last = packed.at(-1);
  if (!isTexts(last)) return packed as readonly Row[];
  return packed
    .slice(0, -1)
    .map((row) =>
      replaced(row, (value) => (isPlaceholder(value) ? last.texts[value.$text] : undefined)),
    ) as Row[];
}

/** A value with each part that `by` gives another for replaced by that. */
function replaced(value: unknown, by: (part: unknown) => unknown): unknown {
  const other = by(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((part) => replaced(part, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, replaced(part, by)]));
}

function isTexts(value: unknown): value is { readonly texts: readonly string[] } {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === TEXTS;
}

function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === 'object' && value !== null && '$text' in value;
}
