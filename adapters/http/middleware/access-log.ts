import type { RequestHandler, Response } from 'express';
import type { ErrorCode } from '../../../application/shared/errors.js';
import type { Logger, LogFields } from '../../../application/shared/ports.js';
import { randomUUID } from 'node:crypto';

/** Runs `work` and adds `fields` to every log line that is written during it. */
export type InLogContext = (fields: LogFields, work: () => void) => void;

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/** Every answer carries `X-Request-Id`: the client's own when it is harmless, else a new one. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  next();
};

/** What is logged on behalf of a request can be found by its id. */
export function logsWithRequestId(inLogContext: InLogContext): RequestHandler {
  return (_request, response, next) => inLogContext({ requestId: readRequestId(response) }, next);
}

export function readRequestId(response: Response): string {
  return String(response.getHeader('X-Request-Id'));
}

/** What a route tells of itself for the log line of its request. */
export type RequestFacts = {
  route?: string;
  userId?: string;
  code?: ErrorCode;
  /** The answer has no end of its own: that the client goes is how it ends. */
  streams?: boolean;
  /** A file of the web client, dozens of which belong to one page: told to nobody. */
  isAsset?: boolean;
};

export function requestFacts(response: Response): RequestFacts {
  return response.locals as RequestFacts;
}

/** Says which route it is, before anything can refuse the request. */
export function named(route: string): RequestHandler {
  return (_request, response, next) => {
    requestFacts(response).route = route;
    next();
  };
}

/** Whoever counts requests. */
export type RequestObserver = {
  /** `route` as it is declared; null: there is nothing at that address. */
  served(route: string | null, method: string, status: number, seconds: number): void;
};

/**
 * One line a request, after its answer: the route as it is declared, never its ids, query or body. A live stream is
 * not told to `observer`: it lasts for hours.
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
