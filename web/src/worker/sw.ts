import { openNews, resubscribe, showNews } from './push.ts';

// The type library covers all kinds of workers; this one is a service worker.
const worker = self as unknown as ServiceWorkerGlobalScope;

/**
 * One cache per build, so that an open page keeps the files of its own version when the service serves a
 * newer one.
 */
const CACHE = `planner-${__WEB_BUILD__}`;
const FILES = new Set(__FILES__);
const PAGE = '/index.html';

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES])));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      ),
  );
});

/** A new version of the worker waits until the page asks it to take over. */
worker.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if (data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('push', (event) => event.waitUntil(showNews()));
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(resubscribe(event)));
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNews(event.notification)));

/**
 * This handler does not intercept or cache requests to the API. It handles only pages and the files of this build.
 */
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || isService(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(kept(PAGE, request));
  else if (FILES.has(url.pathname)) event.respondWith(kept(url.pathname, request));
});

const isService = (path: string): boolean =>
  /^\/(v1|health|healthz|openapi\.json|docs|metrics|ops|oauth)(\/|$)/.test(path);

async function kept(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}
