import fc from 'fast-check';
import { Settings } from 'luxon';
import { seedOf } from '../seed.js';

Settings.throwOnInvalid = true;

/**
 * The same examples in every run, so that luck fails nobody's change. `PROPERTY_SEED=random` looks further: a
 * failure prints its seed, which `PROPERTY_SEED=<seed>` repeats.
 */
fc.configureGlobal({ seed: seedOf('PROPERTY_SEED') });
