import type { ErrorRequestHandler, Response } from 'express';
import { isDiskFull } from '../../../application/shared/disk-full.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { Logger } from '../../../application/shared/ports.js';
import { requestFacts, readRequestId } from '../middleware/access-log.js';
import { sendJson } from '../send-json.js';
import { STATUS_OF } from './statuses.js';
import { translate } from './translate.js';

const DEFECT = new ApplicationError('INTERNAL_ERROR', 'Something went wrong on our side');

/**
 * Sends every failure in the same envelope. A defect is logged with its cause. The client gets only a general message
 * and the request id.
 */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  // oxlint-disable-next-line no-unused-vars -- Express knows an error handler by its four parameters
  return (error: unknown, _request, response, _next) => {
    const refusal = translate(error) ?? DEFECT;
    requestFacts(response).code = refusal.code;
    if (refusal === DEFECT) logger.error('request failed', { requestId: readRequestId(response), error });
    else if (isDiskFull(refusal))
      logger.error('request refused, the disk is full', { requestId: readRequestId(response), error });
    else if (refusal.cause !== undefined && refusal.code === 'UNAVAILABLE')
      logger.warn('request refused, service unavailable', { requestId: readRequestId(response), error });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendError(response, refusal);
  };
}

export function sendError(
  response: Response,
  refusal: ApplicationError,
  status: number = STATUS_OF[refusal.code],
) {
  const { code, message, details } = refusal;
  const retryAfter = retryAfterSeconds(refusal);
  if (retryAfter !== null) response.setHeader('Retry-After', retryAfter);
  if (status === 401 && !response.hasHeader('WWW-Authenticate'))
    response.setHeader('WWW-Authenticate', 'Bearer');
  response.status(status);
  void sendJson(response, { error: { code, message, ...(details !== undefined && { details }) } });
}

/** Returns the seconds after which the request may succeed, if the refusal is temporary. */
function retryAfterSeconds({ code, details }: ApplicationError): number | null {
  if (code === 'UNAVAILABLE') return 1;
  const { retryInMs } = Object(details) as { retryInMs?: unknown };
  return typeof retryInMs === 'number' ? Math.max(1, Math.ceil(retryInMs / 1000)) : null;
}
