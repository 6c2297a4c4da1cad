import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { completeSecrets } from '../../bootstrap/secrets.js';
import { explainUnwritable } from '../../bootstrap/data-folder.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-folder-'));
  await writeFile(path.join(folder, 'file'), '');
});
afterAll(() => rm(folder, { recursive: true }));

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const failed = (code: string, at: string) => Object.assign(new Error(code), { code, path: at });

describe('a failure to write the data folder', () => {
  test('becomes a sentence that says what to do, without a cause whose stack would be logged', async () => {
    const dataDir = path.join(folder, 'file', 'data');
    const failure = await failureOf(mkdir(dataDir, { recursive: true }));
    const explained = explainUnwritable(failure, dataDir);
    expect(explained?.message).toMatch(/^The data folder .* cannot be written: .*\(ENOTDIR\)\. .*DATA_DIR/);
    expect(explained?.cause).toBeUndefined();
  });

  test('names the path when secrets are written', async () => {
    const dataDir = path.join(folder, 'file', 'data');
    const failure = await failureOf(completeSecrets({ jwt: null, encryption: null }, dataDir));
    const explained = explainUnwritable(failure, dataDir) ?? failure;
    expect((explained as Error).message).toMatch(/file/);
  });

  test.each(['EACCES', 'EROFS', 'EPERM'])(
    'is recognised by the error code %s on a path below or above the folder',
    (code) => {
      for (const at of ['/data/planner/postgres', '/data/planner', '/data'])
        expect(explainUnwritable(failed(code, at), '/data/planner')?.message).toContain('cannot be written');
      expect(explainUnwritable(failed(code, '/etc/planner.conf'), '/data/planner')).toBeNull();
    },
  );

  test('says if the disk is full', () => {
    const explained = explainUnwritable(failed('ENOSPC', '/data/planner/secrets.json'), '/data/planner');
    expect(explained?.message).toMatch(/^The disk of the data folder .* is full\. Free some space/);
  });
});
