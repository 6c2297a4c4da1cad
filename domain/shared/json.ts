/** A JSON object whose fields have not been checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns true if two JSON values are equal. The order of keys does not matter, and a missing key equals an
 * undefined one.
 */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameJson(left[key], right[key]));
}

/** Returns a copy of the object without these fields. */
export function omit<Whole extends object, Field extends keyof Whole>(
  whole: Whole,
  ...fields: readonly Field[]
): Omit<Whole, Field> {
  const dropped: ReadonlySet<string> = new Set(fields.map(String));
  return Object.fromEntries(Object.entries(whole).filter(([field]) => !dropped.has(field))) as Omit<
    Whole,
    Field
  >;
}
