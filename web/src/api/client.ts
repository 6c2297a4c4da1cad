import createClient from 'openapi-fetch';
import { ApiError, UNEXPECTED_ANSWER, headOf, isRetryable, readError, toApiError } from './errors.ts';
import { refresh } from './refresh.ts';
import type { components, paths } from './schema.d.ts';

export type Dto = components['schemas'];

/** A function that is called when the session has ended and could not be renewed. */
type Ending = () => void;
const endings = new Set<Ending>();
export const onSessionEnd = (listener: Ending): void => void endings.add(listener);

/**
 * How many milliseconds the server's clock is ahead of this device's, from the `Date` header of the last answer. 0 if
 * they differ by less than CLOCK_TOLERANCE, because the header has only seconds and the answer takes some time.
 */
let ahead = 0;
const CLOCK_TOLERANCE = 2000;
export const serverNow = (): Date => new Date(Date.now() + ahead);

/** A change of a household that the service has recorded as an operation, so it can be undone. */
type Recorded = { readonly householdId: string; readonly operationId: string; readonly at: number };
const recorders = new Set<(recorded: Recorded) => void>();
/** Calls `listener` for every operation that a request of {@link api} in this tab has created, except by undoing. */
export const onOperation = (listener: (recorded: Recorded) => void): void => void recorders.add(listener);

const TIMEOUT = 15_000;
const UPLOAD_TIMEOUT = 60_000;
const ATTEMPTS = 3;

/**
 * Sends a request with a timeout. If the access cookie has expired, it renews the session and sends the request
 * again. If the request is safe to repeat, it is sent up to three times, after network errors and after the statuses
 * 429 and 503. Returns the service's answer, whatever its status. Rejects with the error of `fetch` if the request
 * was aborted.
 * @throws ApiError `OFFLINE` if there was no answer, `UNEXPECTED_ANSWER` if a successful answer is not JSON
 */
export async function send(request: Request): Promise<Response> {
  const repeatable = request.method === 'GET' || request.headers.has('Idempotency-Key');
  const at = Date.now();
  for (let attempt = 1; ; attempt++) {
    const response = await sendOnce(request.clone()).catch((error: unknown) => {
      if (attempt < ATTEMPTS && repeatable && isRetryable(error) && navigator.onLine) return null;
      throw error;
    });
    if (response === null) {
      await pause(backoff(attempt));
      continue;
    }
    const busy = response.status === 429 || response.status === 503;
    if (!busy || !repeatable || attempt === ATTEMPTS) return accept(request, response, at);
    const wait = Number(response.headers.get('Retry-After')) * 1000 || backoff(attempt);
    if (wait > 20_000) return accept(request, response, at);
    await pause(wait);
  }
}

function accept(request: Request, response: Response, at: number): Response {
  requireJson(response);
  const operationId = response.headers.get('Operation-Id');
  const { pathname } = new URL(request.url);
  const householdId = /\/households\/([^/]+)/.exec(pathname)?.[1];
  if (response.ok && operationId !== null && householdId !== undefined && !pathname.endsWith('/undo'))
    for (const record of recorders) record({ householdId, operationId, at });
  return response;
}

/**
 * Accepts only answers of the service itself.
 * @throws ApiError UNEXPECTED_ANSWER for a successful answer with a body of another type, such as the sign-in
 * page of a captive portal
 */
function requireJson(response: Response): void {
  const type = response.headers.get('Content-Type');
  if (!response.ok || type === null || /^application\/([\w.]+\+)?json/i.test(type)) return;
  void response.body?.cancel();
  throw new ApiError(UNEXPECTED_ANSWER, `${type} instead of JSON`, { status: response.status });
}

/**
 * Sends a request without retries. Only if the access cookie has expired, it renews the session and sends the request
 * again. If the session has ended, it calls the listeners of `onSessionEnd` and returns the 401. Throws like {@link
 * send}.
 * @param timeout in milliseconds; 0 for an event stream, which detects a dead connection itself
 */
export async function sendOnce(request: Request, timeout = chooseLimit(request)): Promise<Response> {
  const askedAt = Date.now();
  const response = await reach(request.clone(), timeout);
  const date = Date.parse(response.headers.get('Date') ?? '');
  if (Number.isFinite(date)) {
    const difference = date - Date.now();
    ahead = Math.abs(difference) > CLOCK_TOLERANCE ? difference : 0;
  }
  if (response.status !== 401) return response;
  const { code } = await readError(response.clone());
  if (code === 'UNAUTHENTICATED' && (await renewed(askedAt))) return reach(request, timeout);
  if (code === 'UNAUTHENTICATED' || code === 'SESSION_EXPIRED') for (const ended of endings) ended();
  return response;
}

function chooseLimit(request: Request): number {
  return request.headers.get('Content-Type')?.startsWith('multipart/') === true ? UPLOAD_TIMEOUT : TIMEOUT;
}

async function renewed(askedAt: number): Promise<boolean> {
  try {
    return await refresh(askedAt);
  } catch (error) {
    throw new ApiError('OFFLINE', String(error));
  }
}

async function reach(request: Request, timeout: number): Promise<Response> {
  const signal =
    timeout > 0 ? AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]) : request.signal;
  try {
    return await fetch(new Request(request, { signal }));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError('OFFLINE', String(error));
  }
}

const backoff = (attempt: number): number => 250 * 2 ** attempt * (0.5 + Math.random());
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The routes without their header parameters, so that callers need not pass them. `createClient` sets
 * `X-Requested-With`, which every request needs. Callers pass other headers as `headers`.
 */
type Routes = {
  [P in keyof paths]: {
    [M in keyof paths[P]]: paths[P][M] extends { parameters: infer Q }
      ? Omit<paths[P][M], 'parameters'> & { parameters: Omit<Q, 'header'> }
      : paths[P][M];
  };
};

/**
 * Every route of the service, typed from the OpenAPI document. `api.GET(…)` returns
 * `{ data, error, response }`: see {@link value}.
 */
export const api = createClient<Routes>({
  fetch: send,
  headers: { 'X-Requested-With': 'app' },
  credentials: 'same-origin',
});

type Answered = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };
type DataOf<A extends Answered> = NonNullable<A['data']>;

/**
 * Returns the body of an answer of {@link api}.
 * @throws ApiError if the service refused the request
 */
export async function value<A extends Answered>(answer: Promise<A>): Promise<DataOf<A>> {
  const { data } = await ok(answer);
  return data as DataOf<A>;
}

/**
 * Works like {@link value}, but returns the whole answer, for callers that need headers such as
 * `Operation-Id`.
 */
export async function ok<A extends Answered>(answer: Promise<A>): Promise<A> {
  const { response, error } = await answer;
  if (response.ok) return answer;
  throw toApiError(headOf(response), error);
}

/** Returns the cursor of the next page of a list. null means it was the last page. */
export function nextCursor({ headers }: Response): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return next === undefined ? null : new URL(next, location.href).searchParams.get('cursor');
}

/**
 * Reads all pages of a list.
 * @param read requests the page at a cursor
 * @throws ApiError
 */
export async function everyPage<R>(
  read: (page: { cursor?: string }) => Promise<{ data?: readonly R[]; error?: unknown; response: Response }>,
): Promise<readonly R[]> {
  const rows: R[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data = [], response } = await ok(read(cursor === '' ? {} : { cursor }));
    rows.push(...data);
    cursor = nextCursor(response);
  }
  return rows;
}

/** Returns a UUID of version 4. `crypto.randomUUID` is missing outside secure contexts (plain http). */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
