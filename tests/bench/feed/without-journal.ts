import { PostgresOperationRepository } from '../../../adapters/postgres/operations/operation-repository.js';
import { PostgresChangeLog } from '../../../adapters/postgres/sync/change-log.js';
import { RecordedJournal } from '../../../adapters/postgres/sync/journal.js';

// Imported before a service starts, it is what the service would be without the journal: nothing is noted, and there are
// neither entries nor operations.
RecordedJournal.prototype.note = () => undefined;
RecordedJournal.prototype.entries = () => [];
PostgresOperationRepository.prototype.insert = () => Promise.resolve();
PostgresChangeLog.prototype.write = () => Promise.resolve();
