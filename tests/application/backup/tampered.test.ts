import { expect, test } from '@jest/globals';
import { sha256Digest } from '../../../adapters/security/sha256-digest.js';
import { verifyBackup } from '../../../application/backup/verify-backup.js';
import { OperatorError } from '../../../application/shared/operator-error.js';
import type { ArchiveEntry } from '../../../application/backup/ports.js';

const HEAD = {
  format: 'household-planner backup',
  formatVersion: 1,
  createdAt: '2026-11-21T12:00:00Z',
  migrations: [],
  tables: [],
  sequences: {},
};
const SUM = { rows: 0, sha256: 'x' };
const MANIFEST = { head: HEAD, tables: {}, jobs: SUM, files: {}, secrets: null };

/** Returns an archive with the given head and manifest, whose checksums are correct. */
function* archive(head: unknown, manifest: unknown): Generator<ArchiveEntry> {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const digest = sha256Digest();
  digest.update(bytes(manifest));
  for (const [name, value] of [
    ['head', head],
    [`manifest-${digest.hex()}`, manifest],
  ] as const)
    yield {
      name: `${name}/000001`,
      bytes: (async function* () {
        await Promise.resolve();
        yield bytes(value);
      })(),
    };
}

const without = (whole: object, field: string, value?: unknown) => ({ ...whole, [field]: value });
const cases = [
  ...['createdAt', 'migrations', 'tables', 'sequences'].flatMap((field) =>
    [undefined, null, 7, 'x']
      .filter((value) => !(field === 'createdAt' && value === 'x'))
      .map((value) => ({
        name: `head ${field} ${String(value)}`,
        head: without(HEAD, field, value),
        manifest: MANIFEST,
      })),
  ),
  ...['head', 'tables', 'jobs', 'files', 'secrets'].flatMap((field) =>
    [undefined, 7, 'x', [null]].map((value) => ({
      name: `manifest ${field} ${String(value)}`,
      head: HEAD,
      manifest: without(MANIFEST, field, value),
    })),
  ),
  ...[null, 7, 'x', []].map((manifest) => ({ name: `manifest ${String(manifest)}`, head: HEAD, manifest })),
  { name: 'table null', head: without(HEAD, 'tables', [null]), manifest: MANIFEST },
  { name: 'sum null', head: HEAD, manifest: without(MANIFEST, 'tables', { accounts: null }) },
];

test.each(cases)(
  'verifyBackup rejects a tampered archive with an OperatorError ($name)',
  async ({ head, manifest }) => {
    const read = async function* () {
      await Promise.resolve();
      yield* archive(head, manifest);
    };
    const refusal = await verifyBackup(read, sha256Digest).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect((refusal as OperatorError).cause).toBeUndefined();
  },
);
