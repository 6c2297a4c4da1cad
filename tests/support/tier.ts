import { requirement } from './requirement.js';

/** True in `npm run test:full`. If all tests of a file are long, name the file `*.full.test.ts` instead. */
export const isFullTier = process.env['TEST_TIER'] === 'full';

/**
 * Returns all rows of a long matrix in the full tier, and every `step`th row in `npm test`, beginning with the first.
 * For matrices that repeat one rule over many operations.
 */
export const sampled = <T>(rows: readonly T[], step: number): readonly T[] =>
  isFullTier ? rows : rows.filter((_row, index) => index % step === 0);

/** For the long tests of a file whose other tests also run in `npm test`. */
export const inFullTier = requirement(isFullTier, 'only in the full tier; npm run test:full');
