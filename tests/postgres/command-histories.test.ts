import { declareCommandProperties } from '../support/application/command-properties.js';
import { HOME_BEGINS, homeIn } from '../support/application/home.js';
import { seedOf } from '../support/seed.js';
import { twoApplications } from '../support/application/on-postgres.js';

const applicationAt = twoApplications(HOME_BEGINS);

declareCommandProperties(
  Number(process.env['COMMAND_POSTGRES_RUNS'] ?? 1),
  seedOf('COMMAND_SEED'),
  async (place) => homeIn(await applicationAt(place)),
);
