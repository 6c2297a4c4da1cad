/** Numbers with names, such as counts of several kinds. */
export type Amounts<Name extends string> = Readonly<Record<Name, number>>;

export function namesOf<Name extends string>(amounts: Amounts<Name>): readonly Name[] {
  return Object.keys(amounts) as Name[];
}

/** Returns the sum of each amount. */
export function addAmounts<Name extends string>(one: Amounts<Name>, other: Amounts<Name>): Amounts<Name> {
  return combine(one, other, (a, b) => a + b);
}

/** Returns the amounts that `of` computes from two amounts with the same name. */
export function combine<Name extends string>(
  one: Amounts<Name>,
  other: Amounts<Name>,
  of: (a: number, b: number) => number,
): Amounts<Name> {
  const pairs = namesOf(one).map((name) => [name, of(one[name], other[name])] as const);
  return Object.fromEntries(pairs) as Amounts<Name>;
}
