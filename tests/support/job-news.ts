import type { JobNews } from '../../adapters/jobs/pg-boss-jobs.js';

/** Connects the job queues of several processes that a test runs in its own process. */
export class NewsBetweenProcesses {
  readonly #listeners = new Map<JobNews, () => void>();

  /** Returns the news of one more process. */
  join(): JobNews {
    const own: JobNews = {
      announce: () => {
        for (const [news, listener] of this.#listeners) if (news !== own) listener();
      },
      subscribe: (listener) => void this.#listeners.set(own, listener),
    };
    return own;
  }
}
