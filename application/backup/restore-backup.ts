import { OperatorError } from '../shared/operator-error.js';
import type { ReadArchive, DatabaseLoader, LoadScope } from './ports.js';
import type { NewDigest, FileKey } from '../attachments/ports.js';
import type { FileFacts, Manifest } from './manifest.js';
import { damaged, sectionsOf, readText, type Section } from './sections.js';
import { checksumBytes } from './checksum.js';
import { isSame, verifyBackup } from './verify-backup.js';
import type { Needs } from '../composition/needs.js';

/**
 * Fills an empty database and the file store from an archive.
 *
 * 1. The whole archive is read and checked against its manifest before anything is written.
 * 2. The archive is read again, and the database is filled in one transaction. Loaded rows are read back and
 *   compared. The transaction commits after the last file is stored.
 *
 * `onSecrets` gets the keys in the archive, if there are any, before the transaction commits. If the restore fails,
 * the database stays empty. Files without a row may remain, which a later `purge-files` job deletes.
 *
 * @throws OperatorError if the archive is damaged or was made by a newer version, or if the database is not empty
 *   (see {@link DatabaseLoader}).
 */
export async function restoreBackup(
  { loader, fileStore, newDigest }: Needs<'fileStore' | 'newDigest'> & { loader: DatabaseLoader },
  read: ReadArchive,
  onSecrets: (text: string) => Promise<void>,
): Promise<Manifest> {
  const manifest = await verifyBackup(read, newDigest);
  const { migrations } = manifest.head;
  const unknown = loader.unknownMigrations(migrations);
  if (unknown.length > 0)
    throw new OperatorError(
      `A newer version of this program made this backup (${unknown.join(', ')}). Restore it with that version or a later one.`,
    );
  await loader.run(migrations, async (scope) => {
    const deleted: FileKey[] = [];
    for await (const section of sectionsOf(read())) {
      const [kind = section.name, rest = ''] = /^([a-z]+)\/(.+)$/.exec(section.name)?.slice(1) ?? [];
      if (kind === 'tables') await loadTable(scope, manifest, section, rest);
      else if (kind === 'jobs') await loadJobs(scope, manifest, section, newDigest);
      else if (kind === 'files') await fileStore.put(rest as FileKey, section.bytes);
      else if (kind === 'secrets') await onSecrets(await readText(section.bytes));
      else if (kind === 'facts') {
        const { key, state } = JSON.parse(await readText(section.bytes)) as FileFacts;
        if (state === 'deleted') deleted.push(key);
      }
    }
    await scope.forgetFiles(deleted);
  });
  return manifest;
}

async function loadTable(
  scope: LoadScope,
  { head, tables }: Manifest,
  { name, bytes }: Section,
  tableName: string,
): Promise<void> {
  const table = head.tables.find((one) => one.name === tableName);
  if (table === undefined) throw damaged(name);
  if ((await scope.load(table, bytes)) !== tables[tableName]?.rows) throw damaged(name);
}

/**
 * Loads the jobs. All tables are loaded at this point, and are first compared with the manifest, because loading jobs
 * adds rows to one of them.
 */
async function loadJobs(
  scope: LoadScope,
  { head, tables, jobs }: Manifest,
  { name, bytes }: Section,
  newDigest: NewDigest,
): Promise<void> {
  for (const table of head.tables)
    if (!isSame(await checksumBytes(newDigest, scope.rows(table)), tables[table.name]))
      throw damaged(`tables/${table.name}: the rows in the database differ from those in the archive`);
  await scope.requireWhole();
  await scope.setSequences(head.sequences);
  if ((await scope.loadJobs(bytes)) !== jobs.rows) throw damaged(name);
}
