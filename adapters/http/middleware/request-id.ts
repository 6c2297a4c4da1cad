import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { LogFields } from '../../../application/shared/ports.js';

/** Runs `work` so that all that is logged meanwhile carries `fields`. */
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
