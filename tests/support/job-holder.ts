import { PgBossJobs } from '../../adapters/jobs/pg-boss-jobs.js';
import { probeDefinitions, probeHandlers } from './probe-job.js';
import { RecordingLogger } from './recording-logger.js';
import { queueAt } from './queue-database.js';

/**
 * A worker that takes probe jobs from the queue of the database in its first argument, and never finishes
 * one. It prints the label of each job that it has started. Tests kill this process.
 */
const jobs = new PgBossJobs({
  openDatabase: queueAt(process.argv[2] ?? ''),
  logger: new RecordingLogger(),
  handlers: probeHandlers(({ label }) => {
    console.log(label);
    return new Promise(() => undefined);
  }),
  definitions: probeDefinitions,
  schedules: [],
});
await jobs.start();
