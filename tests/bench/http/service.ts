import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort, Program } from './program.js';

export const POOL_SIZE = 10;

/**
 * Starts the built service as in production, with the Node.js that its checkout has installed. `nodeOptions` are added
 * to those of `npm start`, and `env` overrides all other variables.
 */
export async function startService({
  folder,
  connectionString,
  jwtSecret,
  nodeOptions = [],
  env = {},
  port = null,
  checkout = '.',
}: {
  folder: string;
  connectionString: string;
  jwtSecret: string;
  nodeOptions?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** null means any free port. */
  port?: number | null;
  /** The folder of the project whose build is started. */
  checkout?: string;
}): Promise<Program> {
  port ??= await freePort();
  return Program.start([...nodeOptions, ...(await startArguments(checkout))], {
    port,
    logFile: path.join(folder, 'service.log'),
    node: path.resolve(checkout, 'node_modules/.bin/node'),
    cwd: checkout,
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: connectionString,
      DATABASE_POOL: String(POOL_SIZE),
      DATA_DIR: path.join(folder, 'data'),
      JWT_SECRETS: `bench:${jwtSecret}`,
      ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'bench@example.org',
      GLOBAL_RATE_LIMIT: '1000000',
      AUTH_RATE_LIMIT: '1000000',
      // Production requires a Google client, although no calendar is connected in this benchmark.
      GOOGLE_CALENDAR_CLIENT_ID: 'bench',
      GOOGLE_CALENDAR_CLIENT_SECRET: 'bench',
      ...env,
    },
  });
}

/** Returns the options that `npm start` passes to Node. */
export async function startArguments(checkout: string): Promise<readonly string[]> {
  const file = await readFile(path.join(checkout, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(file) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(1);
}
