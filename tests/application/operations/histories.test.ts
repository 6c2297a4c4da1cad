import { inMemoryApplication } from '../../support/application/in-memory.js';
import { declareUndoProperties } from '../../support/model/undo-properties.js';
import { UndoVillage } from '../../support/model/undo.js';
import { seedOf } from '../../support/seed.js';

declareUndoProperties({
  runs: Number(process.env['UNDO_RUNS'] ?? 20),
  steps: Number(process.env['UNDO_STEPS'] ?? 12),
  seed: seedOf('UNDO_SEED'),
  found: () => UndoVillage.inMemory(inMemoryApplication()),
});
