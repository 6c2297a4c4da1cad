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
