import { OperatorError } from '../shared/operator-error.js';
import type { ReadArchive, DatabaseLoader, LoadScope } from './ports.js';
import type { NewDigest, FileKey } from '../attachments/ports.js';
import type { FileFacts, Manifest } from './manifest.js';
import { damaged, sectionsOf, readText, type Section } from './sections.js';
import { sumBytes } from './summed.js';
import { isSame, verifyBackup } from './verify-backup.js';
import type { Needs } from '../shared/needs.js';

/**
 * Fills an empty database and the file store from an archive. The archive is read twice: first to hold all of it
 * against its manifest, before anything is touched. The database is filled in one transaction that ends after the last
 * file is stored, and what was loaded is read back and compared; a restore that fails leaves at most files that
 * nobody knows, which the next `purge-files` removes. `onSecrets` gets the keys in it, if any, before that transaction
 * ends.
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
      `This backup was made by a newer version of this program (${unknown.join(', ')}): restore it with that version or a later one.`,
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

/** All tables are there when the jobs come. They are read back before jobs are added to one of them. */
async function loadJobs(
  scope: LoadScope,
  { head, tables, jobs }: Manifest,
  { name, bytes }: Section,
  newDigest: NewDigest,
): Promise<void> {
  for (const table of head.tables)
    if (!isSame(await sumBytes(newDigest, scope.rows(table)), tables[table.name]))
      throw damaged(`tables/${table.name}: the database holds it in another form`);
  await scope.requireWhole();
  await scope.setSequences(head.sequences);
  if ((await scope.loadJobs(bytes)) !== jobs.rows) throw damaged(name);
}
