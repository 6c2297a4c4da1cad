import { randomUUID } from 'node:crypto';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import {
  CHANGES_IN_STATE,
  type InspectedJob,
  type InspectedSchedule,
  type JobChange,
  type JobOperations,
} from '../../application/shared/job-operations.js';
import { maskSecrets } from '../../application/shared/masking.js';
import { isUuid } from '../../domain/shared/ids.js';

/** Implements {@link JobOperations} with the functions of pg-boss. */
export class PgBossJobOperations implements JobOperations {
  readonly #boss: PgBoss;

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  async find(queue: string, id: string): Promise<InspectedJob | null> {
    if (!isUuid(id) || (await this.#boss.getQueue(queue)) === null) return null;
    const [job] = await this.#boss.findJobs<object>(queue, { id });
    return job === undefined ? null : inspected(job);
  }

  async change(queue: string, id: string, change: JobChange): Promise<boolean> {
    const job = await this.find(queue, id);
    if (job === null || !CHANGES_IN_STATE[job.state].includes(change)) return false;
    try {
      await this.#boss[change](queue, id);
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  async listSchedules(): Promise<readonly InspectedSchedule[]> {
    const schedules = await this.#boss.getSchedules();
    return schedules
      .map(({ name, cron, timezone, lastJobId }) => ({ queue: name, cron, timeZone: timezone, lastJobId }))
      .toSorted((a, b) => (a.queue < b.queue ? -1 : 1));
  }

  async runNow(queue: string): Promise<string | null> {
    const schedule = (await this.#boss.getSchedules(queue)).at(0);
    if (schedule === undefined) return null;
    return this.#boss.send(queue, schedule.data ?? {}, { singletonKey: randomUUID() });
  }
}

function inspected(job: JobWithMetadata): InspectedJob {
  // Returns null for a missing time. By the types of pg-boss, `startedOn` and `completedOn` are always set. But both
  // are null until the job has started or ended.
  const instant = (date: Date | null | undefined) => date?.getTime() ?? null;
  const hasStarted = instant(job.startedOn) !== null;
  return {
    queue: job.name,
    id: job.id,
    state: job.state,
    attempts: { made: hasStarted ? job.retryCount + 1 : 0, most: job.retryLimit + 1 },
    createdAt: job.createdOn.getTime(),
    startAfter: job.startAfter.getTime(),
    startedAt: instant(job.startedOn),
    completedAt: instant(job.completedOn),
    heartbeatAt: instant(job.heartbeatOn),
    data: withoutSecrets(job.data),
    output: withoutSecrets(job.output),
  };
}

/**
 * Masks e-mail addresses and possible tokens in the texts of a payload. Ids are not masked, because operators search
 * the log for them. Returns null if there is no payload.
 */
function withoutSecrets(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' && !isUuid(inner) ? maskSecrets(inner) : inner,
  ) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

const isUniqueViolation = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
