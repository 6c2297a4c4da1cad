/** An error of a request. The code is that of the API's error envelope, `OFFLINE` (no answer) or UNEXPECTED_ANSWER. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  /** The id that users quote when they ask for help. null if there was no answer, or an answer without an id. */
  readonly requestId: string | null;
  /** How many milliseconds to wait before trying again. null if the service did not say. */
  readonly retryAfter: number | null;

  constructor(
    code: string,
    message: string,
    rest: { status?: number; details?: unknown; requestId?: string | null; retryAfter?: number | null } = {},
  ) {
    super(message);
    this.code = code;
    this.status = rest.status ?? 0;
    this.details = rest.details ?? null;
    this.requestId = rest.requestId ?? null;
    this.retryAfter = rest.retryAfter ?? null;
  }
}

/**
 * The code for an answer that is not from the service, such as the error page of a proxy or a captive portal.
 */
export const UNEXPECTED_ANSWER = 'UNEXPECTED_ANSWER';

/**
 * Returns true if the service was not reached: no answer came, or a proxy answered that it cannot reach the service.
 */
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'OFFLINE' || (error.code === UNEXPECTED_ANSWER && [502, 503, 504].includes(error.status)));

/** Returns true if the same request may succeed later. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Returns the error messages of the fields that the service refused, by field name. */
export function refusedFields(error: unknown): ReadonlyMap<string, string> {
  const details = error instanceof ApiError ? error.details : null;
  const fields = new Map<string, string>();
  if (!Array.isArray(details)) return fields;
  for (const each of details as { field?: unknown; message?: unknown }[])
    if (typeof each.field === 'string' && !fields.has(each.field))
      fields.set(each.field, typeof each.message === 'string' ? each.message : '');
  return fields;
}

/** The part of an answer that `fetch` and `XMLHttpRequest` both provide. */
export type AnswerHead = {
  readonly status: number;
  readonly header: (name: string) => string | null;
};

/**
 * Returns the error of a refused answer, with the code of the service's error envelope. If the answer has no such
 * envelope, for example because it is the HTML page of a proxy, the code is UNEXPECTED_ANSWER.
 */
export function toApiError({ status, header }: AnswerHead, body: unknown): ApiError {
  const rest = {
    status,
    requestId: header('X-Request-Id'),
    retryAfter: readRetryAfter(header('Retry-After')),
  };
  const error = (
    body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | null | undefined
  )?.error;
  if (typeof error?.code !== 'string') return new ApiError(UNEXPECTED_ANSWER, `HTTP ${status}`, rest);
  return new ApiError(error.code, String(error.message), { ...rest, details: error.details });
}

/** Returns the error that a refused answer describes. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  return toApiError(headOf(response), body);
}

export const headOf = ({ status, headers }: Response): AnswerHead => ({
  status,
  header: (name) => headers.get(name),
});

/**
 * Returns how many milliseconds to wait. The `Retry-After` header contains seconds or an HTTP date (RFC 9110, section
 * 10.2.3). null means that there is nothing to wait for.
 */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : null;
}
