/** What a request may end with, other than its answer. Codes are those of the API's error envelope. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  /** To be named when asking for help; null where no answer came. */
  readonly requestId: string | null;
  /** In milliseconds; null unless the service said how long to wait. */
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

/** No answer came: no network, or none in time. */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'OFFLINE';

/** Trying the same again later may end otherwise. */
export const passes = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Which fields the service refused, by name. */
export function refusedFields(error: unknown): ReadonlyMap<string, string> {
  const details = error instanceof ApiError ? error.details : null;
  const fields = new Map<string, string>();
  if (!Array.isArray(details)) return fields;
  for (const each of details as { field?: unknown; message?: unknown }[])
    if (typeof each.field === 'string' && !fields.has(each.field))
      fields.set(each.field, typeof each.message === 'string' ? each.message : '');
  return fields;
}

/** The error that a refused answer describes. */
export async function readError(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('Retry-After'));
  const rest = {
    status: response.status,
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait * 1000 : null,
  };
  try {
    const { error } = (await response.json()) as {
      error: { code: string; message: string; details?: unknown };
    };
    return new ApiError(error.code, error.message, { ...rest, details: error.details });
  } catch {
    return new ApiError(response.status >= 500 ? 'UNAVAILABLE' : 'INTERNAL_ERROR', response.statusText, rest);
  }
}
