import { test } from '@jest/globals';
import { inMemoryApplication } from '../../support/application/in-memory.js';
import { requireSoundHistories, Villages } from '../../support/model/history.js';
import { Village } from '../../support/model/village.js';
import { seedOf } from '../../support/seed.js';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 10);
const LENGTH = Number(process.env['MODEL_STEPS'] ?? 30);
const seed = seedOf('MODEL_SEED');

test(
  `${RUNS} random histories of a household break no invariant, MODEL_SEED=${seed}`,
  () =>
    requireSoundHistories(async () => new Villages([await Village.found(inMemoryApplication())]), {
      ...{ runs: RUNS, seed },
      length: LENGTH,
    }),
  20_000 + RUNS * 3_000,
);
