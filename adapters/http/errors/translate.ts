import { ApplicationError, validationFailed } from '../../../application/shared/errors.js';

/** An error of the body parser or the router of Express. `type` and `status` identify it. */
type ForeignError = { readonly type?: unknown; readonly status?: unknown; readonly code?: unknown };

/**
 * Returns the refusal for an error: our own errors unchanged, errors of Express with one of our codes, and
 * null for a defect.
 */
export function translate(error: unknown): ApplicationError | null {
  if (error instanceof ApplicationError) return error;
  if (error instanceof URIError) return malformed('the address is not valid percent-encoding');
  if (typeof error !== 'object' || error === null) return null;
  const { type, status } = error as ForeignError;
  if (status === 413 || type === 'entity.too.large')
    return new ApplicationError('PAYLOAD_TOO_LARGE', 'The body is too large for this operation');
  if (status === 415 || type === 'encoding.unsupported')
    return new ApplicationError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The Content-Encoding of the body is not supported',
    );
  if (typeof status === 'number' && status >= 400 && status < 500)
    return malformed('the request is malformed');
  return null;
}

/** Returns VALIDATION_FAILED for the request as a whole. */
export function malformed(message: string): ApplicationError {
  return validationFailed([{ field: '', rule: 'malformed', message }]);
}
