import { APP_DONE_PATH } from '../../../application/calendar/connection/connect-flow.js';
import { preferredLocale } from '../preferred-locale.js';
import { CONNECT_DONE } from './done-page.js';
import { presentPage } from '../html-page.js';
import { route, type Route } from '../route.js';

/** The app has claimed the address; whoever sees the page has none that took it over. */
export function connectDoneRoutes(): Route[] {
  return [
    route({
      method: 'get',
      path: APP_DONE_PATH,
      operationId: 'showConnectDone',
      tag: 'Calendar',
      summary: 'Where a tab ends in which the app has had a calendar connected',
      access: 'none',
      responses: [{ status: 200, description: 'A page that says how it ended', contentType: 'text/html' }],
      handle: ({ http }) => {
        const locale = preferredLocale(http);
        const end = http.query['calendar'] === 'connected' ? 'connected' : 'failed';
        return {
          status: 200,
          content: { type: 'text/html; charset=utf-8', data: presentPage(locale, CONNECT_DONE[locale][end]) },
          headers: { 'Cache-Control': 'no-store' },
        };
      },
    }),
  ];
}
