import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';

/** A web application that handles `fetch` requests. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Returns an Express handler that passes each request to `handler` and sends its response. */
export function answeredBy(handler: FetchHandler): RequestHandler {
  return async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await handler(asFetchRequest(request, gone.signal));
    await send(answer, response);
  };
}

function asFetchRequest(request: ExpressRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const { method } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(
    new URL(request.originalUrl, `${request.protocol}://${request.headers.host ?? 'localhost'}`),
    {
      method,
      headers,
      signal,
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' }),
    },
  );
}

/** Sends the response. If the client disconnects, the sending ends without an error. */
async function send(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  if (answer.body === null || response.req.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}
