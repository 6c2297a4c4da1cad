import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aSignal } from '../support/signal.js';
import { inFullTier } from '../support/tier.js';
import { comesTo, until } from '../support/until.js';
import {
  describeWebInWholeBrowser,
  sideways,
  violations,
  type Web,
  withoutExpected,
} from '../support/web-pages.js';
import { home, person, OFFLINE_PHONE, type Person, signedIn } from '../support/web-people.js';

const DESK_IN_FRENCH = {
  viewport: { width: 1440, height: 900 },
  locale: 'fr-FR',
  timezoneId: 'Europe/Paris',
  colorScheme: 'dark' as const,
};

describeWebInWholeBrowser('the client', (web) => {
  inFullTier.test(
    'shows a notification at once, marks it as read when its task is opened, and lets a swap be answered in it',
    async () => {
      const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben', 'fr')];
      const id = await home(ana, ben);
      const { members } = await ana.get<{ members: { id: string; displayName: string }[] }>(
        `/households/${id}`,
      );
      const memberId = (name: string) => members.find(({ displayName }) => displayName === name)?.id;
      const phone = await signedIn(web, ana);
      const desk = await signedIn(web, ben, DESK_IN_FRENCH);
      await phone.page.getByRole('link', { name: '1 unread notification' }).waitFor();

      const { id: tap } = await ben.post(`/households/${id}/tasks`, {
        title: 'Fix the tap',
        responsibleMemberIds: [memberId('Ana')],
      });
      await phone.page.getByRole('link', { name: '2 unread notifications' }).click();
      await phone.page
        .getByText('Ben joined the household')
        .or(phone.page.getByText('Ben accepted'))
        .waitFor();
      const told = phone.page.getByRole('link', { name: 'Ben assigned you “Fix the tap”' });
      await told.waitFor();
      expect([await violations(phone.page), await sideways(phone.page)]).toEqual([[], 0]);
      await phone.screenshot('notifications-390-light-en');
      await told.click();
      await phone.page.waitForURL(`**/occurrences/${tap}`);
      await until(async () => (await unreadOf(ana, id)) === 1, 'one notification is unread');
      await phone.page.goto(`${web.base}/households/${id}/notifications`);
      await phone.page.getByRole('button', { name: 'Mark all as read' }).click();
      await phone.page.getByText('No unread notifications', { exact: true }).waitFor();
      await until(async () => (await unreadOf(ana, id)) === 0, 'no notification is unread');

      const turns = await turnsOf(ana, id, 'Bins every day in turn', memberId('Ana'), memberId('Ben'));
      await ana.post(`/households/${id}/occurrences/${turns.ana}/swap`, { withOccurrenceId: turns.ben });
      await desk.page.goto(`${web.base}/households/${id}/notifications`);
      await desk.page
        .getByText(
          /Ana vous propose un échange\s: vous faites «\sBins\s» \(.+\), Ana fait «\sBins\s» \(.+\)$/,
        )
        .waitFor();
      expect(await violations(desk.page)).toEqual([]);
      await desk.screenshot('notifications-1440-dark-fr');
      await desk.page.getByRole('button', { name: 'Accepter' }).click();
      await desk.page.getByText('Échange accepté.').waitFor();
      await phone.page
        .getByText(/Ben accepted your swap: you’ll do “Bins” \(.+\) instead of “Bins” \(.+\)$/)
        .waitFor();
      await phone.page.goto(`${web.base}/households/${id}/activity`);
      await phone.page.getByText('Ben accepted a swap').waitFor();
      await phone.page.getByText('Ana asked to swap turns').waitFor();

      for (const { errors, origins } of [phone, desk]) {
        expect(withoutExpected(errors)).toEqual([]);
        expect([...origins]).toEqual([web.base]);
      }
      await phone.page.context().close();
      await desk.page.context().close();
    },
    180_000,
  );

  inFullTier.test(
    'lets the user choose the types and the hours of notifications',
    async () => {
      const ana = await person(web.base, 'Ana');
      await home(ana);
      const { page, screenshot } = await signedIn(web, ana);
      // The last setting wins, however long the request of an earlier one takes.
      const allSaid = aSignal();
      const arrived: (string | undefined)[] = [];
      await page.route('**/v1/me/notification-preferences', async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        const { quietHours } = route.request().postDataJSON() as { quietHours: { from: string } | null };
        if (quietHours === null) await allSaid.given;
        await route.continue();
        arrived.push(quietHours?.from);
      });
      await page.goto(`${web.base}/account/notifications`);
      await page.getByRole('checkbox', { name: 'In the app: Turn swaps' }).uncheck();
      await page.getByRole('switch', { name: 'Quiet hours' }).check();
      await page.getByLabel('Quiet from').fill('21:30');
      await page.getByLabel('Quiet from').blur();
      await page.getByText('Nothing is sent until you confirm your address').waitFor();
      allSaid.give();
      await until(() => arrived.length === 3, 'three notifications have arrived');
      expect(arrived).toEqual([undefined, '22:00', '21:30']);
      type Kept = { types: Record<string, unknown>; quietHours: unknown };
      const kept = () => ana.get<Kept>('/me/notification-preferences');
      await until(
        async () => JSON.stringify((await kept()).quietHours) === '{"from":"21:30","to":"07:00"}',
        'the quiet hours are stored',
      );
      expect((await kept()).types).toMatchObject({
        TURN_SWAP_REQUESTED: { inApp: false, push: false },
        TURN_SWAP_ANSWERED: { inApp: false, push: false },
        TASK_ASSIGNED: { inApp: true, push: true },
      });
      expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
      await screenshot('notification-settings-390-light-en');
      await page.context().close();
    },
    180_000,
  );

  test('turns on push notifications with a click, opens the task of a push, and ends pushes with the session', async () => {
    const [ana, ben] = [await person(web.base, 'Ana'), await person(web.base, 'Ben')];
    const id = await home(ana, ben);
    const page = await pageWithPush(web, ana);
    await turnOnPush(page, web.base);
    const devices = () => ana.get('/me/devices');
    expect(await devices()).toMatchObject([{ platform: 'WEB' }]);
    // The subscription uses the service's own key.
    const { publicKey } = await ana.get<{ publicKey: string }>('/me/push-key');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'askedWith') as string)).toBe(publicKey);

    const push = await pushTo(page, web.base);
    const [worker] = page.context().serviceWorkers();
    await worker!.evaluate(KEEP_SHOWN);
    const pushUntilShown = async (title: string) => {
      await push();
      await until(
        () => worker!.evaluate((it) => (Reflect.get(globalThis, 'shown') as string[]).includes(it), title),
        'the browser has shown the notification',
      );
      expect(await page.evaluate(SHOWN, title)).toBe(true);
    };
    await page.goto(`${web.base}/households/${id}/shopping`);
    await page.getByRole('textbox', { name: 'What to buy' }).fill('half a sen');
    const { id: mine } = await ana.get<{ id: string }>('/me').then((me) => ({
      id: (me as unknown as { user: { id: string } }).user.id,
    }));
    const { id: tap } = await ben.post(`/households/${id}/tasks`, {
      title: 'Fix the tap',
      responsibleMemberIds: [mine],
    });
    await until(async () => (await unreadOf(ana, id, 'TASK_ASSIGNED')) === 1, 'the assignment is unread');
    await pushUntilShown('Ben assigned you “Fix the tap”');
    await worker!.evaluate(PRESS, 'Ben assigned you “Fix the tap”');
    await page.waitForURL(`**/occurrences/${tap}`);
    await until(async () => (await unreadOf(ana, id, 'TASK_ASSIGNED')) === 0, 'the assignment is read');
    await page.goBack();
    await comesTo(() => page.getByRole('textbox', { name: 'What to buy' }).inputValue(), 'half a sen');
    await ben.post(`/households/${id}/tasks`, { title: 'Sweep the yard', responsibleMemberIds: [mine] });
    await until(
      async () => (await unreadOf(ana, id, 'TASK_ASSIGNED')) === 1,
      'the assignment is unread again',
    );
    await pushUntilShown('Ben assigned you “Sweep the yard”');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'unsubscribed'))).toBe(true);
    expect(await devices()).toEqual([]);
    // A push that arrives after signing out does not show its content.
    await pushUntilShown('Something changed at home');
    expect(await page.evaluate(SHOWN, 'Ben assigned you “Sweep the yard”')).toBe(false);
    await page.context().close();
  }, 180_000);

  inFullTier.test(
    'subscribes again if the service has deleted the device, if the key of the service has changed, or if the browser ends the subscription [one-side-of-a-subscription, W08]',
    async () => {
      const ana = await person(web.base, 'Ana');
      await home(ana);
      const page = await pageWithPush(web, ana);
      await turnOnPush(page, web.base);
      const devices = () => ana.get<object[]>('/me/devices');
      const { publicKey } = await ana.get<{ publicKey: string }>('/me/push-key');

      // The service has deleted the device after a refused push, so the page subscribes again at its next
      // start.
      const stored = () => page.evaluate(() => sessionStorage.getItem('test.subscribed'));
      const dead = await stored();
      const [device] = await ana.get<{ id: string }[]>('/me/devices');
      await ana.send('DELETE', `/me/devices/${device!.id}`);
      await page.reload();
      await until(async () => (await devices()).length === 1, 'one device is registered');
      expect(await stored()).not.toBe(dead);
      // A subscription with another key of the service is replaced too.
      await page.evaluate(() => {
        const other = JSON.parse(sessionStorage.getItem('test.subscribed')!) as object;
        sessionStorage.setItem('test.subscribed', JSON.stringify({ ...other, key: 'AAAA' }));
      });
      await page.reload();
      await until(
        async () => JSON.parse((await stored()) ?? '{}').key === publicKey,
        'the page stores the new public key',
      );
      await page.getByText('Notifications are on.').waitFor();

      // The browser's push service ends the subscription while no page may be open: the worker registers the
      // new one.
      const before = (await devices()).length;
      const [first] = page.context().serviceWorkers();
      await first!.evaluate(RENEW_SUBSCRIPTION);
      await until(async () => (await devices()).length === before + 1, 'one more device is registered');
      const renewed = await ana.get<{ id: string }[]>('/me/devices');
      for (const { id: other } of renewed) await ana.send('DELETE', `/me/devices/${other}`);
      await page.reload();
      await until(async () => (await devices()).length === 1, 'one device is registered');
      await page.context().close();
    },
    180_000,
  );
});

const unreadOf = async (
  who: { get: <T>(path: string) => Promise<T> },
  householdId: string,
  ofType?: string,
): Promise<number> =>
  (await who.get<{ type: string }[]>(`/households/${householdId}/notifications?unread=true`)).filter(
    ({ type }) => ofType === undefined || type === ofType,
  ).length;

/** Creates a series in turns, and returns the next turn of each member. */
async function turnsOf(
  who: Awaited<ReturnType<typeof person>>,
  householdId: string,
  text: string,
  ana = '',
  ben = '',
): Promise<{ ana: string; ben: string }> {
  await who.post(`/households/${householdId}/tasks/quick`, { text });
  const rows = await who.get<{ id: string; responsibleMemberIds: string[] }[]>(
    `/households/${householdId}/occurrences?view=upcoming&limit=10`,
  );
  const of = (memberId: string) =>
    rows.find(({ responsibleMemberIds: [first] }) => first === memberId)?.id ?? '';
  return { ana: of(ana), ben: of(ben) };
}

/** Returns a page of `who` on a phone that allows notifications, with a push service in the page. */
async function pageWithPush(web: Web, who: Person): Promise<Page> {
  const { page } = await signedIn(web, who, { ...OFFLINE_PHONE, permissions: ['notifications'] });
  await page.context().addInitScript(withPushService);
  return page;
}

/** Turns on push notifications in the settings. The browser is asked only after the click. */
async function turnOnPush(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/account/notifications`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  expect(await page.evaluate(() => Reflect.get(globalThis, 'asked'))).toBe(0);
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await page.getByText('Notifications are on.').waitFor();
}

/**
 * Replaces the push service of the browser's vendor, which tests cannot reach, with keys of the same form.
 * Everything else is the real browser.
 */
function withPushService(): void {
  const base64url = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
      .buffer;
  const made = (text: string) => {
    const { auth, p256dh, key } = JSON.parse(text) as Record<'auth' | 'p256dh' | 'key', string>;
    const endpoint = `https://push.example.org/${auth}`;
    return {
      endpoint,
      options: { applicationServerKey: bytes(key), userVisibleOnly: true },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { auth, p256dh } }),
      unsubscribe: () => {
        Object.assign(globalThis, { unsubscribed: true });
        sessionStorage.removeItem('test.subscribed');
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
  };
  Object.assign(globalThis, { asked: 0 });
  PushManager.prototype.subscribe = function subscribe(options) {
    Object.assign(globalThis, { asked: 1, askedWith: options?.applicationServerKey });
    const subscription = JSON.stringify({
      p256dh: base64url(crypto.getRandomValues(new Uint8Array(65))),
      auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
      key: options?.applicationServerKey as string,
    });
    sessionStorage.setItem('test.subscribed', subscription);
    return Promise.resolve(made(subscription));
  };
  PushManager.prototype.getSubscription = function getSubscription() {
    const subscription = sessionStorage.getItem('test.subscribed');
    return Promise.resolve(subscription === null ? null : made(subscription));
  };
}

/** Returns a function that wakes the service worker as a push does. */
async function pushTo(page: Page, origin: string): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await known;
  return async () => {
    await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: '' });
  };
}

/**
 * Runs in the worker: records what it has shown, by title. Asking the browser repeatedly would remove
 * notifications that are being shown at that moment.
 */
const KEEP_SHOWN = (): void => {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
  const show = registration.showNotification.bind(registration);
  const shown: string[] = [];
  Object.assign(globalThis, { shown });
  registration.showNotification = async (title, options) => {
    await show(title, options);
    shown.push(title);
  };
};

/**
 * Runs in the worker: the browser gets a new subscription, as after its push service has ended the former
 * one.
 */
const RENEW_SUBSCRIPTION = (): void => {
  const text = (length: number) =>
    btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(length))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const keys = { p256dh: text(65), auth: text(16) };
  const newSubscription = { toJSON: () => ({ endpoint: `https://push.example.org/${keys.auth}`, keys }) };
  const Changed = Reflect.get(globalThis, 'ExtendableEvent') as typeof Event;
  const event = Object.assign(new Changed('pushsubscriptionchange'), {
    newSubscription,
    oldSubscription: null,
  });
  dispatchEvent(event);
};

const SHOWN = async (title: string): Promise<boolean> => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).some((each) => each.title === title);
};

/** Clicks a notification. There is no other way to do that without a screen. */
const PRESS = async (title: string): Promise<void> => {
  const { registration, NotificationEvent: Pressed } = globalThis as unknown as {
    registration: ServiceWorkerRegistration;
    NotificationEvent: new (type: string, init: object) => Event;
  };
  const notification = (await registration.getNotifications()).find((each) => each.title === title);
  dispatchEvent(new Pressed('notificationclick', { notification }));
};
