import path from 'node:path';
import { readWebClient, type WebClient } from '../adapters/http/web/web-client.js';
import type { Logger } from '../application/shared/ports.js';
import type { Config } from './config/config.js';
import { ROOT_FOLDER } from './version.js';

/** Where `npm run build` puts the web client. */
export const WEB_FOLDER = path.join(ROOT_FOLDER, 'dist', 'web');

/** The web client that this process serves; null: none. */
export async function composeWeb({ http, role }: Config, logger: Logger): Promise<WebClient | null> {
  if (!http.webClient || role === 'worker') return null;
  const client = await readWebClient(WEB_FOLDER);
  if (client === null)
    logger.warn('no web client is served: there is none in dist/web', { todo: 'npm run build' });
  return client;
}
