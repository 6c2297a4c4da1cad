import fc from 'fast-check';
import { Settings } from 'luxon';

Settings.throwOnInvalid = true;

/**
 * The same examples in every run, so that luck fails nobody's change. `PROPERTY_SEED=random` looks further: a
 * failure prints its seed, which `PROPERTY_SEED=<seed>` repeats.
 */
fc.configureGlobal({ seed: seedOf(process.env['PROPERTY_SEED']) });

function seedOf(given = '1'): number {
  const seed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  if (given.trim() !== '' && Number.isInteger(seed)) return seed;
  throw new Error(`PROPERTY_SEED is a whole number or "random", not "${given}"`);
}
