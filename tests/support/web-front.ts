import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { KEEP_ALIVE_MS } from '../../adapters/http/server.js';
import { readWebClient } from '../../adapters/http/web/web-client.js';
import { ROOT } from './dockerfile.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** A build of the client: its name, and its files by their addresses. */
export type Build = { readonly name: string; readonly files: ReadonlyMap<string, Buffer> };

/** Returns the client that `npm run build` has built. */
export async function builtClient(): Promise<Build> {
  const client = await readWebClient(path.join(ROOT, 'dist/web'));
  if (client === null) throw new Error('npm run build');
  return { name: client.build, files: new Map([...client.files].map(([at, { bytes }]) => [at, bytes])) };
}

/**
 * Returns the same client as a later build: all hashed files have other names, and the old names no longer
 * exist.
 */
export function laterBuild({ name, files }: Build): Build {
  const later = `${name.slice(6)}${name.slice(0, 6)}`;
  const renamed = new Map(
    [...files.keys()]
      .filter((address) => address.startsWith('/assets/'))
      .map((address) => [path.basename(address), path.basename(address).replace(/\.(?=[^.]+$)/, 'z.')]),
  );
  const rewrite = (text: string): string =>
    [...renamed].reduce((so, [from, to]) => so.replaceAll(from, to), text).replaceAll(name, later);
  return {
    name: later,
    files: new Map(
      [...files].map(([address, bytes]) => [
        rewrite(address),
        /\.(html|js|css|webmanifest)$/.test(address) ? Buffer.from(rewrite(bytes.toString('utf8'))) : bytes,
      ]),
    ),
  };
}

/**
 * A proxy in front of a service that serves a build of the client itself. `deploy` replaces the build, as a
 * new release does.
 */
export type Front = { readonly url: string; deploy(build: Build): void; close(): Promise<void> };

export async function frontOf(service: string, first: Build): Promise<Front> {
  let build = first;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', service);
    const file = build.files.get(pathname);
    if (file !== undefined) send(response, 200, pathname, file);
    else if (pathname.startsWith('/assets/')) send(response, 404, '.txt', Buffer.from('gone'));
    else if (pathname === '/v1/meta') void sendMeta(service, build, response);
    else if (request.headers.accept?.includes('text/html') === true)
      send(response, 200, '.html', build.files.get('/index.html') ?? Buffer.from(''));
    else pass(service, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (next) => (build = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, address: string, bytes: Buffer): void {
  response.writeHead(status, {
    'Content-Type': TYPES[path.extname(address) || address] ?? 'text/plain',
    'Cache-Control': 'no-cache',
  });
  response.end(bytes);
}

async function sendMeta(service: string, { name }: Build, response: ServerResponse): Promise<void> {
  const meta = (await (await fetch(`${service}/v1/meta`)).json()) as object;
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ ...meta, webBuild: name }));
}

function pass(service: string, request: IncomingMessage, response: ServerResponse): void {
  const onward = forward(
    `${service}${request.url ?? '/'}`,
    { method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    },
  );
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
