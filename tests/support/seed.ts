/**
 * Returns the seed from an environment variable: 1 if it is not set, and a different seed each time for
 * `random`.
 */
export function seedOf(variable: string): number {
  const given = process.env[variable] ?? '1';
  const seed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  if (given.trim() !== '' && Number.isInteger(seed)) return seed;
  throw new Error(`${variable} is a whole number or "random", not "${given}"`);
}
