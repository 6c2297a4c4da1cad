import { ApplicationError, validationFailed } from '../../../application/shared/errors.js';

/** What the body reader and the router throw: errors of Node and Express, told apart by `type` and `status`. */
type ForeignError = { readonly type?: unknown; readonly status?: unknown; readonly code?: unknown };

/**
 * The refusal that an error stands for: our own pass, those of the HTTP machinery are named after our codes, and
 * anything else is a defect (null).
 */
export function translate(error: unknown): ApplicationError | null {
  if (error instanceof ApplicationError) return error;
  if (error instanceof URIError) return malformed('the address is not valid percent-encoding');
  if (typeof error !== 'object' || error === null) return null;
  const { type, status } = error as ForeignError;
  if (status === 413 || type === 'entity.too.large')
    return new ApplicationError('PAYLOAD_TOO_LARGE', 'The body is larger than this route takes');
  if (status === 415 || type === 'encoding.unsupported')
    return new ApplicationError('UNSUPPORTED_MEDIA_TYPE', 'The body has an encoding that is not understood');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return malformed('the request is malformed');
  return null;
}

/** VALIDATION_FAILED for the request as a whole. */
export function malformed(message: string): ApplicationError {
  return validationFailed([{ field: '', rule: 'malformed', message }]);
}
