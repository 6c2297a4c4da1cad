import type { RequestHandler, Response } from 'express';
import type { ErrorCode } from '../../../application/errors.js';
import type { Logger } from '../../../application/ports/logger.js';
import { requestIdOf } from './request-id.js';

/** What a route tells of itself for the log line of its request. */
export type RequestFacts = {
  route?: string;
  userId?: string;
  code?: ErrorCode;
  /** The answer has no end of its own: that the client goes is how it ends. */
  streams?: boolean;
};

export function factsOf(response: Response): RequestFacts {
  return response.locals as RequestFacts;
}

/** One line a request, after its answer: the route as it is declared, never its ids, query or body. */
export function accessLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const { route, userId, code, streams } = factsOf(response);
      logger.info('request', {
        requestId: requestIdOf(response),
        method: request.method,
        route: route ?? null,
        status: response.writableFinished || streams ? response.statusCode : 499,
        ms: Math.round((performance.now() - startedAt) * 100) / 100,
        ...(userId !== undefined && { userId }),
        ...(code !== undefined && { code }),
      });
    });
    next();
  };
}
