import path from 'node:path';
import { readWebClient, type WebClient } from '../adapters/http/web/web-client.js';
import type { Logger } from '../application/shared/ports.js';
import type { Config } from './config/config.js';
import { ROOT_FOLDER } from './version.js';

/** The folder to which `npm run build` writes the web client. */
export const WEB_FOLDER = path.join(ROOT_FOLDER, 'dist', 'web');

/** Returns the web client that this process serves, or null if it serves none. */
export async function composeWeb({ http, role }: Config, logger: Logger): Promise<WebClient | null> {
  if (!http.webClient || role === 'worker') return null;
  const client = await readWebClient(WEB_FOLDER);
  if (client === null)
    logger.warn('no web client is served, because dist/web does not contain one', { todo: 'npm run build' });
  return client;
}
