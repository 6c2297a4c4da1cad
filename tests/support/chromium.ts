import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type BrowserServer, type Page } from 'playwright-core';

/**
 * The headless shell is preferred, because the full browser uses a third of a core per page. The shell has no
 * notifications and no wake locks.
 */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/**
 * Returns the path of an installed browser, or null if there is none. `isWhole` asks for the full browser
 * instead of the shell.
 */
export function installedChromium({ isWhole = false } = {}): string | null {
  const named = process.env['CHROMIUM_PATH'];
  const places = named !== undefined ? [named] : [SHELL, WHOLE];
  return places.find((file) => existsSync(file) && !(isWhole && isShell(file))) ?? null;
}

/** Returns true for the paths of Debian's and of Playwright's headless shell. */
const isShell = (file: string): boolean => /headless[-_]shell/.test(path.basename(file));

/** Starts a browser without a window, with an empty profile, that makes no network requests of its own. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: QUIET });
}

/**
 * Starts such a browser as a server, so that several processes can connect to it. It ignores signals and ends
 * with this process.
 */
export function serveChromium(executablePath: string): Promise<BrowserServer> {
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launchServer({ executablePath, args: QUIET, host: '127.0.0.1', ...signals });
}

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page, with a record of its errors and of the origins that it contacted. */
export type WatchedPage = {
  readonly page: Page;
  /**
   * Console errors (violations of the content security policy are among them), uncaught exceptions and failed
   * requests.
   */
  readonly errors: readonly string[];
  /** The origins to which the page sent requests. */
  readonly origins: ReadonlySet<string>;
  /** Saves a screenshot below `artefacts/`, for people to look at. */
  readonly screenshot: (name: string) => Promise<void>;
};

const ARTEFACTS = path.resolve(import.meta.dirname, '../../artefacts/browser');

/**
 * Removes the API of service workers from a page, so that the client behaves as in a browser without them. Playwright's
 * option `serviceWorkers: 'block'` makes `register` return nothing, which no browser does.
 */
const WITHOUT_SERVICE_WORKERS = 'delete Navigator.prototype.serviceWorker';

/**
 * Opens an empty page in a browser context of its own. The page has no service worker unless the options allow it,
 * because installing it loads all files of the web client, which takes longer than opening a page.
 */
export async function watchedPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1600 }, ...options });
  if (options.serviceWorkers !== 'allow') await context.addInitScript(WITHOUT_SERVICE_WORKERS);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    // A household without a calendar answers 404 here, which the browser logs as an error.
    if (message.type() === 'error' && !message.location().url.endsWith('/calendar/link'))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:') origins.add(origin);
  });
  return {
    page,
    errors,
    origins,
    screenshot: async (name) => {
      await mkdir(ARTEFACTS, { recursive: true });
      await page.screenshot({ path: path.join(ARTEFACTS, `${name}.png`) });
    },
  };
}

/**
 * Turns off the dark hours of the displays that this page will show. By default a display is dark from 22:00 on, so a test
 * without this call would fail in the evening.
 */
export async function turnOffDarkHours(page: Page): Promise<void> {
  // A blank page has no storage.
  const content = "if (location.protocol === 'http:') localStorage.setItem('planner.night', 'never')";
  await page.addInitScript({ content });
}
