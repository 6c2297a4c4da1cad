import fc from 'fast-check';
import { seedOf } from './seed.js';

export type { Arbitrary } from 'fast-check';

const TIMES = Number(process.env['PROPERTY_RUNS'] ?? 0.25);

/** Returns how many examples a property is tried with: `PROPERTY_RUNS` times as many as `usual`, by default a quarter. */
export const runs = (usual: number) => ({ numRuns: Math.ceil(usual * TIMES) });

/**
 * Properties use the same examples in every run, so that no change fails by chance. `PROPERTY_SEED=random`
 * tries others. A failure prints its seed, and `PROPERTY_SEED=<seed>` repeats it.
 */
fc.configureGlobal({ seed: seedOf('PROPERTY_SEED'), ...runs(100) });

export { fc };
