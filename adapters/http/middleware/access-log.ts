import type { RequestHandler, Response } from 'express';
import type { ErrorCode } from '../../../application/shared/errors.js';
import type { Logger, LogFields } from '../../../application/shared/ports.js';
import { randomUUID } from 'node:crypto';

/** Runs `work`, and adds `fields` to every log line that is written while it runs. */
export type InLogContext = (fields: LogFields, work: () => void) => void;

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Sends `X-Request-Id` with every answer. It is the id from the request if that id is safe to log, otherwise a new
 * one.
 */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  next();
};

/** Adds the request id to every log line of the request. */
export function logsWithRequestId(inLogContext: InLogContext): RequestHandler {
  return (_request, response, next) => inLogContext({ requestId: readRequestId(response) }, next);
}

export function readRequestId(response: Response): string {
  return String(response.getHeader('X-Request-Id'));
}

/** Facts about a request that other code adds to its log line. */
export type RequestFacts = {
  route?: string;
  userId?: string;
  code?: ErrorCode;
  /** True if the route streams its answer itself, as for live streams. */
  streams?: boolean;
  /** True for a file of the web client. One page loads dozens of them, so they are neither logged nor counted. */
  isAsset?: boolean;
};

export function requestFacts(response: Response): RequestFacts {
  return response.locals as RequestFacts;
}

/** Stores the route for the log line, so that it is known even if later middleware refuses the request. */
export function setLoggedRoute(route: string): RequestHandler {
  return (_request, response, next) => {
    requestFacts(response).route = route;
    next();
  };
}

export type RequestObserver = {
  /** Counts a request. `route` is the path template; null means that no route matched. */
  served(route: string | null, method: string, status: number, seconds: number): void;
};

/**
 * Logs one line per request after its answer, except for files of the web client. The line has the path template, and
 * never the ids in the path, the query or the body. A live stream lasts for hours, so `observer` does not count it.
 */
export function accessLog(logger: Logger, observer: RequestObserver | null): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const { route, userId, code, streams, isAsset } = requestFacts(response);
      if (isAsset) return;
      const ms = performance.now() - startedAt;
      const status = response.writableFinished || streams ? response.statusCode : 499;
      if (!streams) observer?.served(route ?? null, request.method, status, ms / 1000);
      logger.info('request', {
        requestId: readRequestId(response),
        method: request.method,
        route: route ?? null,
        status,
        ms: Math.round(ms * 100) / 100,
        ...(userId !== undefined && { userId }),
        ...(code !== undefined && { code }),
      });
    });
    next();
  };
}
