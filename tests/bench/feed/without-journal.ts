import { PostgresOperationRepository } from '../../../adapters/postgres/operations/operation-repository.js';
import { PostgresChangeLog } from '../../../adapters/postgres/sync/change-log.js';
import { RecordedJournal } from '../../../adapters/postgres/sync/journal.js';

// Imported into a service before it starts, to remove the journal: no changes are recorded, and there are no
// entries and no operations.
RecordedJournal.prototype.note = () => undefined;
RecordedJournal.prototype.entries = () => [];
PostgresOperationRepository.prototype.insert = () => Promise.resolve();
PostgresChangeLog.prototype.write = () => Promise.resolve();
