import { chromium, type Browser } from 'playwright-core';
import { ADDRESS, type SharedService } from './addresses.js';

/** Returns the process of the built service that all files share, and starts it if this file is the first to ask. */
export const sharedService = async (): Promise<SharedService> => (await ask('/service')) as SharedService;

/**
 * Connects to the browser that all files share, and starts it if this file is the first to ask. Closing the connection
 * closes the contexts of this file only.
 */
export async function sharedBrowser(executable: string): Promise<Browser> {
  const endpoint = await ask(`/browser?executable=${encodeURIComponent(executable)}`);
  return chromium.connect(endpoint as string);
}

async function ask(path: string): Promise<unknown> {
  const response = await fetch(`${process.env[ADDRESS] ?? ''}${path}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
