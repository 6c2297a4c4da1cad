/** The seed that an environment variable asks for: 1 without it, another one each time with `random`. */
export function seedOf(variable: string): number {
  const given = process.env[variable] ?? '1';
  const seed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  if (given.trim() !== '' && Number.isInteger(seed)) return seed;
  throw new Error(`${variable} is a whole number or "random", not "${given}"`);
}
