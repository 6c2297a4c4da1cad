import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type BrowserServer, type Page } from 'playwright-core';

/** Without the interface of the whole one, which takes a third of a core for each page; nor has it notifications and wake locks. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/** Null: none is installed here. */
export function installedChromium({ isWhole = false } = {}): string | null {
  const named = process.env['CHROMIUM_PATH'];
  const places = named !== undefined ? [named] : isWhole ? [WHOLE] : [SHELL, WHOLE];
  return places.find((file) => existsSync(file)) ?? null;
}

/** Without a window, with an empty profile of its own, and without calls of its own to anywhere. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: QUIET });
}

/** The same, for several processes that connect to it. It leaves signals to the caller, and ends with its process. */
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

/** A page and what it did that a page of ours must not do. */
export type WatchedPage = {
  readonly page: Page;
  /** Errors on its console, which is also where refusals of the content policy stand, and requests that failed. */
  readonly errors: readonly string[];
  /** The addresses to which it sent requests. */
  readonly origins: ReadonlySet<string>;
  /** Kept for people to look at, below `artefacts/`. */
  readonly screenshot: (name: string) => Promise<void>;
};

const ARTEFACTS = path.resolve(import.meta.dirname, '../../artefacts/browser');

/** An empty page in a session of its own. */
export async function watchedPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1600 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    // That a household has no calendar is an answer, which the browser calls an error.
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
