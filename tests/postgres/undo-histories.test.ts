import { twoApplications } from '../support/application/on-postgres.js';
import { declareUndoProperties } from '../support/model/undo-properties.js';
import { UndoVillage } from '../support/model/undo.js';
import { seedOf } from '../support/seed.js';

const applicationAt = twoApplications();

declareUndoProperties({
  runs: Number(process.env['UNDO_POSTGRES_RUNS'] ?? 2),
  steps: Number(process.env['UNDO_STEPS'] ?? 12),
  seed: seedOf('UNDO_SEED'),
  found: async (place) => UndoVillage.onPostgres(await applicationAt(place)),
});
