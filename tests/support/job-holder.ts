import { PgBossJobs } from '../../adapters/jobs/pg-boss-jobs.js';
import { probeDefinitions, probeHandlers } from './probe-job.js';
import { RecordingLogger } from './recording-logger.js';

/**
 * A worker that takes probes from the queue in the database of its first argument and never finishes one: prints
 * the label of each that it has begun, and is there to be killed.
 */
const jobs = new PgBossJobs({
  connectionString: process.argv[2] ?? '',
  logger: new RecordingLogger(),
  handlers: probeHandlers(({ label }) => {
    console.log(label);
    return new Promise(() => undefined);
  }),
  definitions: probeDefinitions,
  schedules: [],
});
await jobs.start();
