import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig, type Config } from '../../../bootstrap/config/config.js';
import type { TestDatabase } from '../database/test-database.js';

export const SECRETS = {
  JWT_SECRETS: 'test:a key of 32 bytes that only the tests know',
  ENCRYPTION_KEYS: `v1:${Buffer.alloc(32, 'tests').toString('base64')}`,
};

/** Creates a folder for data. `remove` deletes it. */
export async function dataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planner-data-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Returns the configuration of a service that uses this database and keeps its files in this folder. */
export function configured(
  { connectionString }: Pick<TestDatabase, 'connectionString'>,
  folder: string,
  variables: Record<string, string> = {},
): Config {
  return loadConfig(
    { DATABASE_URL: connectionString, DATA_DIR: folder, LOG_LEVEL: 'error', ...SECRETS, ...variables },
    folder,
  );
}
