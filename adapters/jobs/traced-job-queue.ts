import type { EnqueueOptions, JobName, JobQueue, Jobs } from '../../application/shared/job-queue.js';

/** The request on whose behalf something happens; undefined: nobody's, such as the clock's. */
export type CurrentRequestId = () => string | undefined;

const REQUEST_ID = 'requestId';
/** What the service takes as an id of a request; a queue may hold what others put into it. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/** Sends the id of the request along with its jobs, and theirs with the jobs that follow from them. */
export class TracedJobQueue implements JobQueue {
  readonly #queue: JobQueue;
  readonly #currentRequestId: CurrentRequestId;

  constructor(queue: JobQueue, currentRequestId: CurrentRequestId) {
    this.#queue = queue;
    this.#currentRequestId = currentRequestId;
  }

  enqueue<Name extends JobName>(name: Name, payload: Jobs[Name], options?: EnqueueOptions): Promise<void> {
    const requestId = this.#currentRequestId();
    const sent = requestId === undefined ? payload : { ...payload, [REQUEST_ID]: requestId };
    return this.#queue.enqueue(name, sent, options);
  }
}

/** What came out of the queue, as it was before a {@link TracedJobQueue} sent it. */
export function untraced(data: unknown): { readonly payload: unknown; readonly requestId?: string } {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || !(REQUEST_ID in data))
    return { payload: data };
  const { [REQUEST_ID]: requestId, ...payload } = data;
  return typeof requestId === 'string' && ACCEPTABLE.test(requestId) ? { payload, requestId } : { payload };
}
