import { showEmail } from '../../../domain/accounts/email.js';
import type { Locale } from '../../../domain/shared/locale.js';
import { type HtmlPage, presentPage } from '../html-page.js';
import { APP_DONE_PATH, type CalendarOwner } from '../../../application/calendar/connection/connect-flow.js';
import type { ConnectQuestion } from '../../../application/calendar/connection/connect-ticket.js';
import { readAccessToken } from '../credentials.js';
import { CALENDAR_FLOW, CALENDAR_QUESTION, FlowCookie } from '../flow-cookie.js';
import { CalendarConnectQuery } from './schema.js';
import { GoogleCallbackQuery, readProviderAnswer } from '../accounts/schema.js';
import { PageQuery } from '../schema/query.js';
import { preferredLocale } from '../preferred-locale.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import {
  addressAfterConnect,
  CalendarConnectionDto,
  ConnectTicketDto,
  presentConnection,
} from './present.js';
import { redirect, route, type Route, type RouteResponse, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CONNECT = '/v1/calendar/google/connect';
const CURSOR: CursorShape = ['newest', 'id'];

export function calendarConnectionRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases, baseUrl, cookieSecure: secure } = dependencies;
  const flowCookie = new FlowCookie(CALENDAR_FLOW, { secure });
  const questionCookie = new FlowCookie(CALENDAR_QUESTION, { secure });

  const begin = (owner: CalendarOwner, next: string): RouteResponse<never> => {
    const { url, flow } = useCases.startConnect(owner, next);
    return redirect(url, [flowCookie.set(flow)]);
  };
  const refuse = (): RouteResponse<never> => {
    const refused = { kind: 'failed', error: 'invalid_state' } as const;
    return redirect(addressAfterConnect(APP_DONE_PATH, refused, dependencies));
  };
  const ask = (locale: Locale, ticket: string, question: ConnectQuestion): RouteResponse<never> => {
    const { name, email, confirmation, sealed } = question;
    const link = `${CONNECT}?${new URLSearchParams({ ticket, confirmation }).toString()}`;
    const data = presentPage(locale, CONNECT_QUESTION[locale]({ name, email: showEmail(email), link }));
    return {
      status: 200,
      content: { type: 'text/html; charset=utf-8', data },
      headers: { 'Cache-Control': 'no-store' },
      cookies: [questionCookie.set(sealed)],
    };
  };

  return tagged('Calendar', [
    route({
      method: 'get',
      path: CONNECT,
      operationId: 'connectCalendar',
      summary: 'Connect a calendar account',
      description:
        'Redirects the browser to the calendar provider. Open this address in a browser ' +
        'instead of calling it with a script. The browser must have a session, or the address ' +
        'must contain a `ticket` that an app got from `POST ' +
        '/v1/calendar/google/connect-ticket`. For a ticket, a page first asks whether the ' +
        'named account is the right one.',
      query: CalendarConnectQuery,
      responses: [
        {
          status: 302,
          description:
            'The browser is redirected to the calendar provider, or, if the ticket is not valid, to ' +
            '`/oauth/done` with `calendarError`.',
          headers: ['Location', 'Set-Cookie'],
        },
        {
          status: 200,
          description: 'For a ticket: a page that asks whether the named account is the right one.',
          contentType: 'text/html',
        },
      ],
      errors: ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'ACCOUNT_DISABLED', 'NOT_FOUND'],
      handle: async ({ query: { ticket, confirmation, next = '/' }, http }) => {
        const token = readAccessToken(http);
        if (ticket === undefined) return begin(await useCases.authenticate(token), next);
        const browser = await useCases.authenticateIfSignedIn(token);
        if (confirmation === undefined) {
          const question = await useCases.askForTicket(ticket, browser);
          return question === null ? refuse() : ask(preferredLocale(http), ticket, question);
        }
        const answer = { confirmation, sealed: questionCookie.read(http) };
        const owner = await useCases.redeemConnectTicket(ticket, answer, browser);
        return owner === null ? refuse() : begin(owner, APP_DONE_PATH);
      },
    }),
    route({
      method: 'post',
      path: '/v1/calendar/google/connect-ticket',
      operationId: 'issueConnectTicket',
      summary: 'Create a connect ticket',
      description:
        'Returns an address at which a browser without a session can connect a calendar to ' +
        'the account of the caller. It works once, in one browser, within 2 minutes. An app ' +
        'opens it in a browser tab.',
      responses: [{ status: 200, description: 'The address to open.', body: ConnectTicketDto }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller }) => {
        const ticket = await useCases.issueConnectTicket(caller);
        return { body: { url: `${baseUrl}${CONNECT}?ticket=${ticket}` } };
      },
    }),
    route({
      method: 'get',
      path: '/v1/calendar/google/callback',
      operationId: 'finishCalendarConnect',
      summary: 'Finish connecting a calendar',
      description: [
        'The provider sends the browser to this address. It redirects to `next` with ' +
          '`calendar=connected`, or with `calendarError` if connecting failed:',
        '- `access_denied`: the person declined on the pages of the provider.',
        '- `missing_scope`: the person did not grant all permissions that are needed.',
        '- `invalid_state`: the answer is too old, was used before, or belongs to another browser ' +
          'or account, or the session that started the connection has ended.',
        '- `exchange_failed`: the provider did not answer, or did not answer as expected. Connect again.',
      ],
      query: GoogleCallbackQuery,
      responses: [
        {
          status: 302,
          description:
            'The browser is redirected to `next` with `calendar=connected`, or with `calendarError`.',
          headers: ['Location', 'Set-Cookie'],
        },
      ],
      errors: ['NOT_FOUND'],
      handle: async ({ query, http }) => {
        const { next, outcome } = await useCases.finishConnect({
          flow: flowCookie.read(http),
          answer: readProviderAnswer(query),
          caller: await useCases.authenticateIfSignedIn(readAccessToken(http)),
        });
        return redirect(addressAfterConnect(next, outcome, dependencies), [flowCookie.clear()]);
      },
    }),
    route({
      method: 'get',
      path: '/v1/calendar/google/connections',
      operationId: 'listCalendarConnections',
      summary: 'List the connected calendar accounts',
      description: 'Returns the calendar accounts that the caller has connected.',
      query: PageQuery,
      responses: [pageOf(CalendarConnectionDto, 'The rows, newest first.')],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listConnections(caller, readPage(query, CURSOR)), presentConnection),
    }),
    route({
      method: 'delete',
      path: '/v1/calendar/google/connections/{connectionId}',
      operationId: 'disconnectCalendar',
      summary: 'Disconnect a calendar account',
      description:
        'Removes the events of the service from the calendar and revokes the permission at ' +
        'the provider. This happens in the background.',
      responses: [{ status: 204, description: 'The account is disconnected.' }],
      handle: ({ caller, params }) => useCases.disconnectCalendar(caller, params.connectionId),
    }),
  ]);
}

type Question = { readonly name: string; readonly email: string; readonly link: string };

/**
 * The page that shows the account that started connecting a calendar, and asks the person at the browser whether it is
 * theirs.
 */
const CONNECT_QUESTION: Readonly<Record<Locale, (question: Question) => HtmlPage>> = {
  en: ({ name, email, link }) => ({
    title: 'Connect your calendar?',
    paragraphs: [
      `The calendar that you choose next will be connected to the account of ${name} (${email}).`,
      'If this isn’t your account, close this page. Otherwise the person who sent you here would get access to your calendar.',
    ],
    action: { label: 'Yes, this is my account', link },
  }),
  fr: ({ name, email, link }) => ({
    title: 'Connecter votre agenda ?',
    paragraphs: [
      `L’agenda que vous choisirez ensuite sera connecté à ce compte : ${name} (${email}).`,
      'Si ce n’est pas votre compte, fermez cette page : sinon, la personne qui vous l’a envoyée aurait accès à votre agenda.',
    ],
    action: { label: 'Oui, c’est mon compte', link },
  }),
};
