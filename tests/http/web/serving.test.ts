import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request as ask } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addressAfter } from '../../../adapters/http/accounts/present.js';
import { addressAfterConnect } from '../../../adapters/http/calendar/present.js';
import { listen, type RunningServer } from '../../../adapters/http/server.js';
import { readWebClient } from '../../../adapters/http/web/web-client.js';
import {
  joinLink,
  occurrenceLink,
  resetPasswordLink,
  securityLink,
} from '../../../application/shared/links.js';
import { ROUTES } from '../../../web/src/app/routes.js';
import { startDemo } from '../../support/demo-calendars.js';
import { startService, type TestService } from '../../support/service.js';
import { callsOf, WebCalls } from '../../support/web-calls.js';
import { aWebClient, WEB_FILES } from '../../support/web-client.js';

let service: TestService;

describe('serving the web client', () => {
  const LIMIT = 60;
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const SCRIPT = '/assets/index-AbCd1234.js';
  let server: RunningServer;
  beforeAll(async () => {
    service = await startService({ web: await aWebClient(), rateLimits: { global: LIMIT, auth: LIMIT } });
    server = await listen(service.api.app, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });

  type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

  /** Sends a request and returns the body without decompressing it. */
  function get(path: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = ask({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  const seen = ({ status, headers }: Answer) => `${status} ${String(headers['content-type']).split(';')[0]}`;

  describe('the answer to a request', () => {
    test.each<[string, string, string, string]>([
      ['GET', '/', BROWSER, '200 text/html'],
      ['HEAD', '/', BROWSER, '200 text/html'],
      ['GET', '/join?token=x', BROWSER, '200 text/html'],
      ['GET', '/households/h/tasks/overdue/', BROWSER, '200 text/html'],
      ['GET', '/households//today', BROWSER, '404 text/html'],
      ['GET', '/households/h/nothing', BROWSER, '404 text/html'],
      ['GET', '/nope', BROWSER, '404 text/html'],
      ['HEAD', '/nope', BROWSER, '404 text/html'],
      ['GET', '/%zz', BROWSER, '404 text/html'],
      ['GET', '/nope', 'text/html', '404 text/html'],
      // Requests of API clients.
      ['GET', '/', '*/*', '200 text/html'],
      ['HEAD', '/households/h/today', '*/*', '200 text/html'],
      ['GET', '/join', 'application/json', '404 application/json'],
      ['GET', '/nope', '*/*', '404 application/json'],
      ['GET', '/v1/nope', '*/*', '404 application/json'],
      ['POST', '/today', BROWSER, '404 application/json'],
      ['POST', '/today', '*/*', '404 application/json'],
      ['GET', '/nope', 'application/json, text/html', '404 application/json'],
      ['POST', '/', BROWSER, '404 application/json'],
      ['POST', '/households/h/today', BROWSER, '404 application/json'],
      ['PUT', SCRIPT, BROWSER, '404 application/json'],
      // Addresses that the service answers itself, also in a browser.
      ['GET', '/v1/nope', BROWSER, '404 application/json'],
      ['GET', '/v1', BROWSER, '404 application/json'],
      ['GET', '/v1/me', BROWSER, '401 application/json'],
      ['POST', '/v1/meta', BROWSER, '405 application/json'],
      ['GET', '/health/live', BROWSER, '200 application/json'],
      ['GET', '/health/nope', BROWSER, '404 application/json'],
      ['GET', '/healthz', BROWSER, '200 application/json'],
      ['GET', '/openapi.json', BROWSER, '200 application/json'],
      ['GET', '/docs/', BROWSER, '200 text/html'],
      ['GET', '/metrics', BROWSER, '404 application/json'],
      ['GET', '/ops/jobs', BROWSER, '404 application/json'],
      ['GET', '/oauth/nope', BROWSER, '404 application/json'],
      // Files of the client, for every kind of request.
      ['GET', SCRIPT, '*/*', '200 text/javascript'],
      ['HEAD', SCRIPT, '*/*', '200 text/javascript'],
      ['GET', '/assets/face-AbCd1234.woff2', '*/*', '200 font/woff2'],
      ['GET', '/index.html', '*/*', '200 text/html'],
      ['GET', '/sw.js', '*/*', '200 text/javascript'],
      ['GET', '/manifest.webmanifest', '*/*', '200 application/manifest+json'],
      ['GET', '/robots.txt', '*/*', '200 text/plain'],
      ['GET', '/assets/gone-AbCd1234.js', '*/*', '404 text/plain'],
      ['GET', '/assets/gone-AbCd1234.js', BROWSER, '404 text/plain'],
      ['GET', `${SCRIPT}.br`, '*/*', '404 text/plain'],
      ['GET', '/.client.json', '*/*', '404 application/json'],
      ['GET', '/.secret', BROWSER, '404 text/html'],
      ['GET', '/assets/../.secret', '*/*', '404 text/plain'],
    ])('for %s %s with Accept "%s" is %s', async (method, address, accept, expected) => {
      expect(seen(await get(address, { method, accept, 'x-forwarded-for': address }))).toBe(expected);
    });

    test('is the page for a client that accepts anything [page-only-for-text-html, W07]', async () => {
      expect(seen(await get('/join', { accept: '*/*' }))).toBe('200 text/html');
    });

    test.each([...ROUTES])('is the page at %s', async (route) => {
      const answer = await get(route.replaceAll(/:\w+/g, '0198-id'), { accept: BROWSER });
      expect(seen(answer)).toBe('200 text/html');
      expect(answer.body.toString()).toBe(WEB_FILES['index.html']);
    });

    test('is the page with status 404 for a browser at an unknown address', async () => {
      const answer = await get('/nope', { accept: BROWSER, 'if-none-match': '*' });
      expect(answer.status).toBe(404);
      expect(answer.body.toString()).toBe(WEB_FILES['index.html']);
    });
  });

  describe('a link that the service gives out', () => {
    const base = 'http://planner';
    const addresses = { baseUrl: base, webBaseUrl: base, appScheme: 'planner' };
    test.each([
      ['the link of an invitation', joinLink(base, 'token')],
      ['the link for a forgotten password', resetPasswordLink(base, 'token')],
      ['the link of a mail about the account', securityLink(base)],
      ['the link of a task in a calendar', occurrenceLink(base, 'h', 'o')],
      [
        'the address after signing in',
        addressAfter({ kind: 'web', next: null }, { kind: 'failed', error: 'DENIED' } as never, addresses),
      ],
      [
        'the address after connecting a calendar',
        addressAfterConnect('/settings/calendar', { kind: 'connected' } as never, addresses),
      ],
    ])('leads to a page of the web client: %s', async (_name, link) => {
      const { pathname, search } = new URL(link, base);
      expect(seen(await get(pathname + search, { accept: BROWSER }))).toBe('200 text/html');
    });
  });

  describe('caching and compression', () => {
    test('let clients keep files with hashed names forever, and make clients check all other files', async () => {
      const of = async (address: string) =>
        (await get(address, { accept: BROWSER })).headers['cache-control'];
      expect(await of(SCRIPT)).toBe('public, max-age=31536000, immutable');
      for (const address of ['/', '/nope', '/index.html', '/sw.js', '/manifest.webmanifest', '/robots.txt'])
        expect(await of(address)).toBe('no-cache');
      expect(await of('/assets/gone.js')).toBe('no-store');
    });

    test.each(['/', SCRIPT, '/sw.js'])(
      'do not send %s again to a client that has the file',
      async (address) => {
        const { headers } = await get(address, { accept: BROWSER });
        expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
        const again = await get(address, { accept: BROWSER, 'if-none-match': headers.etag! });
        expect(again.status).toBe(304);
        expect(again.body).toHaveLength(0);
        expect(again.headers).toMatchObject({
          etag: headers.etag,
          'cache-control': headers['cache-control'],
        });
        expect((await get(address, { accept: BROWSER, 'if-none-match': 'W/"other"' })).status).toBe(200);
      },
    );

    test.each([
      ['br', 'gzip, deflate, br', brotliDecompressSync],
      ['gzip', 'gzip, br;q=0', gunzipSync],
      [undefined, 'identity', (bytes: Buffer) => bytes],
      [undefined, 'deflate', (bytes: Buffer) => bytes],
    ])(
      'send a file compressed with %s to a client that accepts "%s"',
      async (encoding, accepted, decompress) => {
        for (const [address, file] of [
          ['/', 'index.html'],
          [SCRIPT, 'assets/index-AbCd1234.js'],
        ] as const) {
          // oxfmt-ignore
          const { headers, body } = await get(address, { accept: BROWSER, 'accept-encoding': accepted });
          expect(headers['content-encoding']).toBe(encoding);
          expect(headers['vary']).toContain('Accept-Encoding');
          expect(headers['content-length']).toBe(String(body.length));
          expect(decompress(body).toString()).toBe(WEB_FILES[file]);
          if (encoding !== undefined) expect(body.length).toBeLessThan(WEB_FILES[file].length / 4);
        }
      },
    );

    test('send the length and no body for HEAD', async () => {
      const { headers, body } = await get(SCRIPT, { method: 'HEAD' });
      expect(headers['content-length']).toBe(String(WEB_FILES['assets/index-AbCd1234.js'].length));
      expect(body).toHaveLength(0);
    });

    test('send small files uncompressed', async () => {
      const { headers } = await get('/sw.js', { 'accept-encoding': 'br, gzip' });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers).not.toHaveProperty('vary');
    });
  });

  describe('the content security policy', () => {
    test.each(['/', '/nope', '/index.html', '/sw.js'])(
      'allows only what the page needs: %s',
      async (address) => {
        const { headers } = await get(address, { accept: BROWSER });
        expect(headers['content-security-policy']).toBe(
          [
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'",
            "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'",
            "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker",
          ].join('; '),
        );
        expect(headers['permissions-policy']).toBe(
          'camera=(), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)',
        );
        expect(headers['x-content-type-options']).toBe('nosniff');
      },
    );

    test.each(['/v1/meta', SCRIPT])(
      'allows nothing for an answer that is not a page: %s',
      async (address) => {
        const { headers } = await get(address);
        expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
        expect(headers['x-content-type-options']).toBe('nosniff');
      },
    );
  });

  test('logs requests for pages but not for files, and applies the global rate limit to neither', async () => {
    const lines = () => service.logger.events('info').filter(({ message }) => message === 'request').length;
    const before = lines();
    for (let asked = 0; asked <= LIMIT; asked += 1) {
      expect((await get(SCRIPT)).status).toBe(200);
      expect((await get('/assets/gone.js')).status).toBe(404);
    }
    expect(lines()).toBe(before);
    for (let asked = 0; asked <= LIMIT; asked += 1)
      expect((await get('/', { accept: BROWSER })).status).toBe(200);
    expect(lines()).toBe(before + LIMIT + 1);
    expect(service.logger.events('info').at(-1)).toMatchObject({ method: 'GET', route: 'web', status: 200 });
  });

  test('names the build of the client in /v1/meta', async () => {
    expect((await service.api.get('/v1/meta')).body).toMatchObject({ webBuild: 'b1' });
  });

  test('is skipped if no client was built', async () => {
    expect(await readWebClient('/no/such/folder')).toBeNull();
  });
});

describe('the list of operations that the web client uses', () => {
  /*
   * The page and the source file of the web client that uses each operation of the service. Operations that
   * no page uses are listed below with the reason. A new route must be added to one of the lists.
   */

  /** Stands for all pages. */
  const EVERYWHERE = '*';
  /** A page with a path covers everything below that path. */
  const MET: Readonly<Record<string, readonly [page: string, file: string]>> = {
    meta: [EVERYWHERE, 'app/versions.ts'],
    reportClientError: [EVERYWHERE, 'app/boundary.tsx'],
    readChanges: [EVERYWHERE, 'data/household.ts'],
    streamEvents: [EVERYWHERE, 'data/stream.ts'],
    runCommands: [EVERYWHERE, 'data/outbox.ts'],
    undoOperation: [EVERYWHERE, 'data/outbox.ts'],
    refresh: [EVERYWHERE, 'api/refresh.ts'],
    me: [EVERYWHERE, 'data/session.ts'],
    search: [EVERYWHERE, 'features/palette/palette.tsx'],
    quickAdd: [EVERYWHERE, 'features/quick-add/quick-add.tsx'],
    previewQuickAdd: [EVERYWHERE, 'features/quick-add/quick-add.tsx'],
    readQuickAddLines: [EVERYWHERE, 'data/sentences.ts'],
    createTask: [EVERYWHERE, 'features/quick-add/details.tsx'],
    listNotifications: [EVERYWHERE, 'data/household.ts'],
    // Used by the service worker, which shows the content of a push.
    listAllNotifications: ['worker', 'worker/push.ts'],
    getHousehold: ['worker', 'worker/push.ts'],

    login: ['/sign-in', 'features/sign-in/sign-in.tsx'],
    startGoogleSignIn: ['/sign-in', 'features/sign-in/sign-in.tsx'],
    register: ['/register', 'features/sign-in/register.tsx'],
    forgotPassword: ['/forgot', 'features/sign-in/forgot.tsx'],
    resetPassword: ['/reset-password', 'features/sign-in/reset.tsx'],
    proveEmail: ['/confirm-email', 'features/sign-in/email-link.tsx'],
    refuseEmailChange: ['/refuse-email', 'features/sign-in/email-link.tsx'],
    revertEmailChange: ['/revert-email', 'features/sign-in/email-link.tsx'],
    previewInvitation: ['/join', 'features/join/join.tsx'],
    acceptInvitation: ['/join', 'features/join/join.tsx'],
    createHousehold: ['/welcome', 'features/first-run/first-run.tsx'],
    listStarters: ['/starters', 'features/first-run/starters.tsx'],
    previewStarters: ['/starters', 'features/first-run/first-week.tsx'],
    applyStarters: ['/starters', 'features/first-run/starters.tsx'],

    updateMe: ['/account/profile', 'features/account/profile.tsx'],
    requestEmailChange: ['/account/security', 'features/account/email.tsx'],
    changePassword: ['/account/security', 'features/account/security.tsx'],
    linkGoogle: ['/account/security', 'features/account/google.tsx'],
    unlinkGoogle: ['/account/security', 'features/account/google.tsx'],
    listSessions: ['/account/devices', 'features/account/devices.tsx'],
    revokeSession: ['/account/devices', 'features/account/devices.tsx'],
    logout: [EVERYWHERE, 'app/shell.tsx'],
    logoutAll: ['/account/devices', 'features/account/devices.tsx'],
    listBadges: ['/account/households', 'features/account/households.tsx'],
    showNotificationPreferences: ['/account/notifications', 'features/account/notifications.tsx'],
    saveNotificationPreferences: ['/account/notifications', 'features/account/notifications.tsx'],
    showPushKey: ['/account/notifications', 'features/account/notifications.tsx'],
    registerDevice: ['/account/notifications', 'features/account/notifications.tsx'],
    listDevices: ['/account/notifications', 'features/account/notifications.tsx'],
    removeDevice: ['/account/notifications', 'features/account/notifications.tsx'],
    createFeed: ['/account/feeds', 'features/account/feeds.tsx'],
    listFeeds: ['/account/feeds', 'features/account/feeds.tsx'],
    revokeFeed: ['/account/feeds', 'features/account/feeds.tsx'],
    exportMe: ['/account/data', 'features/account/data.tsx'],
    deleteMe: ['/account/data', 'features/account/data.tsx'],

    updateHousehold: ['/settings/household', 'features/household/general.tsx'],
    deleteHousehold: ['/settings/household', 'features/household/general.tsx'],
    createMember: ['/settings/members', 'features/household/member-form.tsx'],
    updateMember: ['/settings/members', 'features/household/member-form.tsx'],
    removeMember: ['/settings/members', 'features/household/member-form.tsx'],
    inviteMember: ['/settings/members', 'features/household/invitations.tsx'],
    createInvitation: ['/settings/invitations', 'features/household/invitations.tsx'],
    listInvitations: ['/settings/invitations', 'features/household/invitations.tsx'],
    revokeInvitation: ['/settings/invitations', 'features/household/invitations.tsx'],
    createCategory: ['/settings/categories', 'features/household/categories.tsx'],
    updateCategory: ['/settings/categories', 'features/household/categories.tsx'],
    deleteCategory: ['/settings/categories', 'features/household/categories.tsx'],
    listPauses: ['/settings/pauses', 'features/household/pauses.tsx'],
    createPause: ['/settings/pauses', 'features/household/pause-form.tsx'],
    endPause: ['/settings/pauses', 'features/household/pauses.tsx'],
    shiftByDays: ['/settings/pauses', 'features/household/shift-form.tsx'],
    createDisplay: ['/settings/displays', 'features/household/displays.tsx'],
    listDisplays: ['/settings/displays', 'features/household/displays.tsx'],
    removeDisplay: ['/settings/displays', 'features/household/displays.tsx'],
    setPin: ['/settings/members', 'features/household/member-pin.tsx'],
    removePin: ['/settings/members', 'features/household/member-pin.tsx'],
    issuePass: ['/settings/members', 'features/household/member-pass.tsx'],
    pairDisplay: ['/pass', 'features/wall/display.tsx'],
    showDisplay: ['/pass', 'features/wall/display.tsx'],
    actOnDisplay: ['/pass', 'data/display.ts'],
    listDayCalendars: ['/settings/days', 'features/household/days.tsx'],
    createDayCalendar: ['/settings/days', 'features/household/days.tsx'],
    updateDayCalendar: ['/settings/days', 'features/household/days.tsx'],
    setCalendarDays: ['/settings/days', 'features/household/days.tsx'],
    deleteDayCalendar: ['/settings/days', 'features/household/days.tsx'],
    previewAbsence: ['/away', 'features/household/away-form.tsx'],
    createAwayPeriod: ['/away', 'features/household/away-form.tsx'],
    updateAwayPeriod: ['/away', 'features/household/away-form.tsx'],
    deleteAwayPeriod: ['/away', 'features/household/away.tsx'],
    connectCalendar: ['/settings/calendar', 'features/household/calendar.tsx'],
    listCalendarConnections: ['/settings/calendar', 'features/household/calendar.tsx'],
    disconnectCalendar: ['/settings/calendar', 'features/household/calendar.tsx'],
    listAvailableCalendars: ['/settings/calendar', 'features/household/calendar.tsx'],
    showCalendarLink: ['/settings/calendar', 'features/household/calendar.tsx'],
    linkCalendar: ['/settings/calendar', 'features/household/calendar.tsx'],
    unlinkCalendar: ['/settings/calendar', 'features/household/calendar.tsx'],
    synchroniseCalendar: ['/settings/calendar', 'features/household/calendar.tsx'],
    listDemoEvents: ['/settings/provider', 'features/household/provider.tsx'],
    updateDemoEvent: ['/settings/provider', 'features/household/provider.tsx'],
    deleteDemoEvent: ['/settings/provider', 'features/household/provider.tsx'],

    listOccurrences: ['/tasks/:view?', 'features/tasks/tasks.tsx'],
    getOccurrence: ['/occurrences/:occurrence', 'features/occurrence/occurrence.tsx'],
    updateOccurrence: ['/series/:series', 'features/series/make-repeat.tsx'],
    previewOccurrenceEdit: ['/occurrences/:occurrence', 'features/occurrence/scope-dialog.tsx'],
    deleteOccurrence: ['/occurrences/:occurrence', 'features/occurrence/occurrence.tsx'],
    completeOccurrence: ['/today', 'ui/ticking.ts'],
    reopenOccurrence: ['/today', 'ui/ticking.ts'],
    skipOccurrence: ['/occurrences/:occurrence', 'features/occurrence/occurrence.tsx'],
    restoreOccurrence: ['/trash', 'features/trash/trash.tsx'],
    addChecklistItem: ['/occurrences/:occurrence', 'features/occurrence/checklist.tsx'],
    updateChecklistItem: ['/occurrences/:occurrence', 'features/occurrence/checklist.tsx'],
    removeChecklistItem: ['/occurrences/:occurrence', 'features/occurrence/checklist.tsx'],
    addAttachment: ['/occurrences/:occurrence', 'features/occurrence/files.tsx'],
    listAttachments: ['/occurrences/:occurrence', 'features/occurrence/files.tsx'],
    downloadAttachment: ['/occurrences/:occurrence', 'features/occurrence/files.tsx'],
    removeAttachment: ['/occurrences/:occurrence', 'features/occurrence/files.tsx'],
    suggestMembers: [EVERYWHERE, 'features/occurrence/suggestions.tsx'],
    requestSwap: ['/occurrences/:occurrence', 'features/occurrence/swap-dialog.tsx'],
    listActivity: ['/occurrences/:occurrence', 'features/occurrence/history.tsx'],
    withdrawSwap: ['/swaps', 'features/swaps/swaps.tsx'],
    acceptSwap: ['/swaps', 'features/swaps/swaps.tsx'],
    declineSwap: ['/swaps', 'features/swaps/swaps.tsx'],
    listTrash: ['/trash', 'features/trash/trash.tsx'],
    emptyTrash: ['/trash', 'features/trash/trash.tsx'],

    listSeries: ['/series', 'features/series/series.tsx'],
    getSeries: ['/series/:series', 'features/series/one-series.tsx'],
    updateSeries: ['/series/:series', 'features/series/editing.tsx'],
    deleteSeries: ['/series/:series', 'features/series/one-series.tsx'],
    listSeriesHistory: ['/series/:series', 'features/series/one-series.tsx'],
    previewSeriesEdit: ['/series/:series', 'features/series/editor.tsx'],
    previewRecurrence: ['/series/:series', 'features/series/editor.tsx'],

    addShoppingItems: ['/shopping', 'features/shopping/add-items.tsx'],
    updateShoppingItem: ['/shopping', 'features/shopping/edit-item.tsx'],
    removeShoppingItem: ['/shopping', 'features/shopping/edit-item.tsx'],
    clearCheckedShoppingItems: ['/shopping', 'features/shopping/shopping.tsx'],
    createShoppingList: ['/shopping', 'features/shopping/lists.tsx'],
    updateShoppingList: ['/shopping', 'features/shopping/lists.tsx'],
    deleteShoppingList: ['/shopping', 'features/shopping/lists.tsx'],
    suggestShoppingItems: ['/shopping', 'features/shopping/add-items.tsx'],
    listStaples: ['/shopping', 'features/shopping/add-items.tsx'],
    declineStaple: ['/shopping', 'features/shopping/add-items.tsx'],

    showStatistics: ['/fairness', 'features/fairness/fairness.tsx'],
    showBalance: ['/fairness', 'features/fairness/fairness.tsx'],
    rebalance: ['/fairness', 'features/fairness/rebalance.tsx'],
    listOperations: ['/activity', 'features/activity/activity.tsx'],
    readNotification: ['/notifications', 'features/notifications/notifications.tsx'],
    readAllNotifications: ['/notifications', 'features/notifications/notifications.tsx'],
    createTemplate: ['/templates', 'features/templates/edit-dialog.tsx'],
    updateTemplate: ['/templates', 'features/templates/edit-dialog.tsx'],
    deleteTemplate: ['/templates', 'features/templates/templates.tsx'],
    applyTemplate: ['/templates', 'features/templates/apply-dialog.tsx'],
  };

  const OF_WHO_RUNS_IT = 'For whoever runs the service, and what watches it.';
  const FEED_HAS_IT = 'The copy that the feed of changes keeps has them already.';
  const ONE_BY_ONE = 'The list has all that it says.';
  const BY_THE_BROWSER = 'The browser is sent there by the provider.';
  const OF_THE_APP = 'For an app on a phone, which has no cookies of this origin.';

  const NOBODY: Readonly<Record<string, string>> = {
    live: OF_WHO_RUNS_IT,
    ready: OF_WHO_RUNS_IT,
    healthz: OF_WHO_RUNS_IT,
    streamProbe: OF_WHO_RUNS_IT,
    finishGoogleSignIn: BY_THE_BROWSER,
    finishCalendarConnect: BY_THE_BROWSER,
    showConnectDone: OF_THE_APP,
    exchangeMobileCode: OF_THE_APP,
    issueConnectTicket: OF_THE_APP,
    showAndroidRelease: OF_THE_APP,
    downloadAndroidRelease: OF_THE_APP,
    listProviders: 'What the service can do says which ways there are to sign in.',
    listHouseholds: 'Who one is says in which households.',
    listCategories: FEED_HAS_IT,
    listShoppingItems: FEED_HAS_IT,
    listShoppingLists: FEED_HAS_IT,
    listSwaps: FEED_HAS_IT,
    listTemplates: FEED_HAS_IT,
    getTemplate: FEED_HAS_IT,
    showOperation: ONE_BY_ONE,
    listShoppingSections: 'Each list has its own way through the shop, which the feed brings.',
    saveShoppingSections: 'Each list has its own way through the shop, saved with it.',
    createDemoEvent:
      'At the demo’s provider events come from tasks; what is met there is that they are moved.',
    readFeed: 'Other calendar programs read it.',
    foretellRebalance: 'The client counts the turns that a trial answers with.',
    claimOccurrence:
      'A member claims an unassigned task by becoming responsible for it, which also works offline.',
    releaseOccurrence: 'A responsible member gives the task up by removing themselves from it.',
  };

  /** Operations that the client sends as offline commands. */
  const COMMANDS: Readonly<Record<string, string>> = {
    completeOccurrence: 'occurrence.complete',
    reopenOccurrence: 'occurrence.reopen',
    skipOccurrence: 'occurrence.skip',
    deleteOccurrence: 'occurrence.delete',
    claimOccurrence: 'occurrence.claim',
    addChecklistItem: 'checklist.add',
    updateChecklistItem: 'checklist.set',
    removeChecklistItem: 'checklist.remove',
    updateShoppingItem: 'shopping.set',
    removeShoppingItem: 'shopping.remove',
    readNotification: 'notification.read',
  };

  const web = new WebCalls();
  /**
   * Returns true for files between the pages and the service. Their calls count for the files that use them.
   */
  const isBelow = (file: string) => /^(data|api|worker)\//.test(file);
  const asked = new Map(web.files.map((file) => [file, web.of(file, (other) => !isBelow(other))]));
  beforeAll(async () => {
    service = await startDemo();
  });
  afterAll(() => service.close());

  const asks = (file: string, operationId: string): boolean => {
    const route = service.routes.find((each) => each.operationId === operationId)!;
    const wanted = [...callsOf(route), COMMANDS[operationId] ?? ''];
    return wanted.some((call) => asked.get(file)?.has(call) === true);
  };

  test('names for every operation a page that uses it, or why no page does', () => {
    const operations = service.routes.map(({ operationId }) => operationId);
    expect([...Object.keys(MET), ...Object.keys(NOBODY)].toSorted()).toEqual(operations.toSorted());
  });

  test('names a file of the client that calls the operation', () => {
    const wrong = Object.entries(MET).filter(([operation, [, file]]) => !asks(file, operation));
    expect(wrong.map(([operation, [, file]]) => `${operation} in ${file}`)).toEqual([]);
  });

  test('contains a page for every operation that a file of the client calls', () => {
    // If another operation has the same address, a call without a known method may be for that one.
    const isShared = (address: string) =>
      service.routes.some(({ operationId, path: other }) => other === address && operationId in MET);
    const met = Object.keys(NOBODY).flatMap((operation) => {
      const route = service.routes.find(({ operationId }) => operationId === operation)!;
      const [exact = '', any = ''] = callsOf(route);
      const calls = [exact, ...(isShared(route.path) ? [] : [any]), COMMANDS[operation] ?? exact];
      return web.files
        .filter((file) => !isBelow(file) && calls.some((call) => asked.get(file)!.has(call)))
        .map((file) => `${operation} in ${file}`);
    });
    expect(met).toEqual([]);
  });

  describe('has pages that', () => {
    const pages = pagesOfTheClient();

    test('exist in the client', () => {
      const named = new Set(Object.values(MET).map(([page]) => page));
      const unknown = [...named].filter((page) => page !== EVERYWHERE && page !== 'worker' && !rootOf(page));
      expect(unknown).toEqual([]);
    });

    test('load the files that the list names for them', () => {
      const reached = new Map<string, ReadonlySet<string>>();
      const wrong = Object.entries(MET).filter(([, [page, file]]) => {
        const root = page === EVERYWHERE ? 'app/main.tsx' : page === 'worker' ? 'worker/sw.ts' : rootOf(page);
        if (root === undefined) return true;
        if (!reached.has(root)) reached.set(root, web.reachedFrom(root));
        return !reached.get(root)!.has(file);
      });
      expect(wrong.map(([operation, [page, file]]) => `${operation}: ${page} has no ${file}`)).toEqual([]);
    });

    /** Returns the file of a page or of one of its sections. */
    function rootOf(page: string): string | undefined {
      return pages.get(page) ?? pages.get(page.replace(/\/[^/]+$/, '/:section?'));
    }
  });

  /** Returns the file that shows each page, read from the route tables of the client. */
  function pagesOfTheClient(): ReadonlyMap<string, string> {
    const pages = new Map<string, string>();
    for (const table of ['pages.tsx', 'later-pages.tsx', 'app.tsx']) {
      const source = readFileSync(path.resolve(import.meta.dirname, '../../../web/src/app', table), 'utf8');
      const files = new Map(
        [...source.matchAll(/(?:const (\w+) =[^;]*?import\(|import \{ (\w+) \} from )\s*'(\.[^']+)'/g)].map(
          ([, lazy, direct, file = '']) => [lazy ?? direct, path.posix.join('app', file)],
        ),
      );
      for (const [, page = '', component] of source.matchAll(
        /path(?:: |=)['"]([^'"]+)['"],?\s*component(?:: |=\{)(?:memoPage\()?(\w+)/g,
      ))
        if (files.has(component)) pages.set(page, files.get(component)!);
      // Pages that are shown before the client looks for a session.
      for (const [, alone = '', component] of source.matchAll(
        /\^\\\/\(([\w|]+)\)\$\/\.test\(path\)\) return <(\w+) /g,
      ))
        for (const page of alone.split('|')) pages.set(`/${page}`, files.get(component)!);
    }
    return pages;
  }
});
