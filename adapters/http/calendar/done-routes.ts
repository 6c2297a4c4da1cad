import type { Locale } from '../../../domain/shared/locale.js';
import { type HtmlPage, presentPage } from '../html-page.js';
import { APP_DONE_PATH } from '../../../application/calendar/connection/connect-flow.js';
import { preferredLocale } from '../preferred-locale.js';
import { route, type Route, tagged } from '../route.js';

/**
 * The page to which the browser goes after somebody has connected a calendar from the Android app. The app normally
 * opens this address itself, so people see the page only if the app does not.
 */
export function connectDoneRoutes(): Route[] {
  return tagged('Calendar', [
    route({
      method: 'get',
      path: APP_DONE_PATH,
      operationId: 'showConnectDone',
      summary: 'Show how connecting a calendar ended',
      description: 'Returns a page for the browser tab in which an app has connected a calendar.',
      responses: [
        {
          status: 200,
          description: 'A page that says whether connecting succeeded.',
          contentType: 'text/html',
        },
      ],
      handle: ({ http }) => {
        const locale = preferredLocale(http);
        const end = http.query['calendar'] === 'connected' ? 'connected' : 'failed';
        return {
          content: { type: 'text/html; charset=utf-8', data: presentPage(locale, CONNECT_DONE[locale][end]) },
          headers: { 'Cache-Control': 'no-store' },
        };
      },
    }),
  ]);
}

type ConnectEnd = 'connected' | 'failed';

/**
 * The text for each outcome. It never contains text from the request, so nobody can use a link to show their own
 * words on this page.
 */
const CONNECT_DONE: Readonly<Record<Locale, Readonly<Record<ConnectEnd, HtmlPage>>>> = {
  en: {
    connected: {
      title: 'Calendar connected',
      paragraphs: ['You can close this page and go back to the app.'],
    },
    failed: {
      title: 'Calendar not connected',
      paragraphs: ['Close this page, go back to the app and try again.'],
    },
  },
  fr: {
    connected: {
      title: 'Agenda connecté',
      paragraphs: ['Vous pouvez fermer cette page et revenir à l’application.'],
    },
    failed: {
      title: 'Agenda non connecté',
      paragraphs: ['Fermez cette page, revenez à l’application et réessayez.'],
    },
  },
};
