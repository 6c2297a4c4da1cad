const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000 };
const MILLILITRES: Readonly<Record<string, number>> = { ml: 1, l: 1000 };

type Asking = {
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly note?: string | null;
};

/**
 * Returns the total amounts of shopping lines by kind of measure. Amounts in notes are included, other words
 * in notes are ignored.
 */
export function totals(lines: readonly Asking[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  const add = (quantity: number, unit: string | null) => {
    const key = unit ?? 'pieces';
    const kind = key in GRAMS ? 'weight' : key in MILLILITRES ? 'volume' : key;
    const size = GRAMS[key] ?? MILLILITRES[key] ?? 1;
    sums.set(kind, Math.round(((sums.get(kind) ?? 0) + quantity * size) * 1000) / 1000);
  };
  for (const { quantity, unit, note } of lines) {
    if (quantity !== null) add(quantity, unit);
    for (const part of note?.split(', ') ?? []) {
      const [, count, of = null] = /^\+ (\d+(?:\.\d+)?)(?: (.+))?$/.exec(part) ?? [];
      if (count !== undefined) add(Number(count), of);
    }
  }
  return Object.fromEntries([...sums].sort());
}
