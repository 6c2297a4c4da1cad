import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OperatorError } from '../../application/shared/operator-error.js';
import { backUp } from '../../bootstrap/commands/back-up.js';
import { restore } from '../../bootstrap/commands/restore.js';
import type { Config } from '../../bootstrap/config/config.js';
import { openDatabase } from '../../bootstrap/open-database.js';
import { reaching } from '../../bootstrap/reaching.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import { RecordingLogger } from '../support/recording-logger.js';

const logger = new RecordingLogger();
let database: TestDatabase;
let folder: Awaited<ReturnType<typeof dataFolder>>;
beforeAll(async () => {
  database = await createTestDatabase({ bare: true });
  folder = await dataFolder();
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const NOWHERE = 'postgres://nobody:hunter2@127.0.0.1:1/none';
const file = () => path.join(folder.path, 'x.tar');

describe('a database that lets nobody in is told with its variable, and without its password, by', () => {
  test.each<[string, (config: Config) => Promise<unknown>]>([
    ['a start', (config) => openDatabase(config, logger)],
    ['a backup', (config) => backUp(config, logger, { file: file(), withSecrets: false })],
    ['a restore', (config) => restore(config, logger, file())],
  ])('%s', async (_name, work) => {
    const error: unknown = await work(configured({ connectionString: NOWHERE }, folder.path)).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OperatorError);
    expect((error as Error).message).toMatch(/database of DATABASE_URL is not reached: .*ECONNREFUSED/);
    expect((error as Error).message).not.toContain('hunter2');
  });

  test('a start with the name of another one', async () => {
    const other = new URL(database.connectionString);
    other.pathname = '/nowhere';
    const started = openDatabase(configured({ connectionString: other.href }, folder.path), logger);
    await expect(started).rejects.toThrow(/DATABASE_URL is not reached: .*"nowhere" does not exist/);
  });
});

test('what fails for another reason stays what it is', async () => {
  const defect = new TypeError('a defect');
  await expect(reaching('QUEUE_DATABASE_URL', () => Promise.reject(defect))).rejects.toBe(defect);
});
