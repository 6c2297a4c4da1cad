import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { requestFacts } from '../middleware/access-log.js';
import { PAGE_PATH, type WebClient, type WebFile } from './web-client.js';

/**
 * The policy of pages: no inline code, and nothing from other origins. `worker` is the Trusted Types policy with which
 * the page registers its service worker.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types worker',
].join('; ');
/**
 * The policies of pages and of all files outside of ASSETS, such as the service worker. They replace the policy of
 * app.ts, which allows nothing.
 */
const PAGE_POLICIES = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)',
};

/** Files with hashed names, which never change. */
const ASSETS = '/assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Matches the addresses of the service itself. They never answer with the page of the web client, not even to
 * browsers.
 */
const SERVICE = /^\/(v1|health|healthz|openapi\.json|docs|metrics|ops|oauth)(\/|$)/;

/**
 * Serves the built client for GET and HEAD: its files, its page at each of its routes, and the page with
 * status 404 at unknown addresses if a browser asks. Addresses of the service, such as /v1, never answer with
 * the page.
 */
export function serveWeb({ files, routes }: WebClient): RequestHandler {
  const page = files.get(PAGE_PATH);
  if (page === undefined) throw new Error(`the built web client has no ${PAGE_PATH}`);
  const patterns = routes.map(routePattern);
  return (request, response, next) => {
    const address = request.path;
    if ((request.method !== 'GET' && request.method !== 'HEAD') || SERVICE.test(address)) {
      next();
      return;
    }
    const file = files.get(address);
    const isPage = patterns.some((pattern) => pattern.test(address));
    if (file !== undefined) {
      const isAsset = address.startsWith(ASSETS);
      response.setHeader('Cache-Control', isAsset ? FOR_EVER : 'no-cache');
      if (!isAsset) response.set(PAGE_POLICIES);
      requestFacts(response).isAsset = true;
      sendFile(request, response, path.extname(address), file);
    } else if (address.startsWith(ASSETS)) {
      requestFacts(response).isAsset = true;
      response.status(404).set('Cache-Control', 'no-store').type('txt').send('There is no such file\n');
    } else if (takesPage(request, isPage)) {
      requestFacts(response).route = 'web';
      response.status(isPage ? 200 : 404);
      response.setHeader('Cache-Control', 'no-cache');
      response.set(PAGE_POLICIES);
      response.vary('Accept');
      sendFile(request, response, '.html', page);
    } else {
      next();
    }
  };
}

/**
 * Returns true if the request is answered with the page. At the addresses of pages this applies to every client that
 * does not prefer JSON, including link previews and monitors. At unknown addresses it applies only to clients that
 * prefer HTML, such as browsers.
 */
function takesPage(request: Request, isPage: boolean): boolean {
  return (isPage ? request.accepts(['html', 'json']) : request.accepts(['json', 'html'])) === 'html';
}

/** Returns the pattern of a route. `:name` stands for one segment. */
function routePattern(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`);
}

const ENCODINGS = ['br', 'gzip'] as const;

function sendFile(request: Request, response: Response, extension: string, file: WebFile): void {
  response.setHeader('ETag', file.etag);
  response.type(extension);
  if (file.br !== null || file.gzip !== null) response.vary('Accept-Encoding');
  // The answer "not modified" can only replace an answer with status 200.
  if (response.statusCode === 200 && request.fresh) {
    response.status(304).end();
    return;
  }
  // Brotli comes first in ENCODINGS, because it compresses better than gzip.
  const encoding = ENCODINGS.find((name) => file[name] !== null && request.acceptsEncodings(name) === name);
  const bytes = (encoding && file[encoding]) ?? file.bytes;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
