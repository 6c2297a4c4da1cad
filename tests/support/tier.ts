import { requirement } from './requirement.js';

/** True in `npm run test:full`. If all tests of a file are long, name the file `*.full.test.ts` instead. */
export const isFullTier = process.env['TEST_TIER'] === 'full';

/** For the long tests of a file whose other tests also run in `npm test`. */
export const inFullTier = requirement(isFullTier, 'only in the full tier; npm run test:full');
