import { jobDefinitions } from '../../../adapters/jobs/definitions.js';
import { createLogger } from '../../../adapters/logging/winston-logger.js';
import { createDatabase } from '../../../adapters/postgres/database.js';
import type { JobHandlers } from '../../../application/shared/job-handlers.js';
import { composeJobs } from '../../../bootstrap/compose-jobs.js';
import { answerQuestions } from './bench-process.js';

/** How many jobs this worker has done, and when it did the first and the last one. */
export type Done = { readonly count: number; readonly firstAt: number; readonly lastAt: number };

const [mainDatabase = '', queueDatabase = ''] = process.argv.slice(2);
let done: Done = { count: 0, firstAt: Number.MAX_SAFE_INTEGER, lastAt: 0 };
const nothing = (): Promise<void> => Promise.resolve();
const others = Object.keys(jobDefinitions).map((name) => [name, nothing]);
const handlers: JobHandlers = {
  ...(Object.fromEntries(others) as JobHandlers),
  notify: () => {
    const now = Date.now();
    done = { count: done.count + 1, firstAt: Math.min(done.firstAt, now), lastAt: now };
    return Promise.resolve();
  },
};
const db = createDatabase({ connectionString: mainDatabase });
const logger = createLogger({ level: 'error', format: 'pretty' });
const jobs = composeJobs({ db, mainDatabase, queueDatabase, handlers, logger });
await jobs.start();
answerQuestions(() => Promise.resolve(done));
process.once('disconnect', () => void jobs.stop().then(() => db.destroy()));
