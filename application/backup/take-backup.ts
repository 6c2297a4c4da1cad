import type { ArchiveWriter, DatabaseSnapshot, SnapshotFile } from './ports.js';
import { newArchiveHeader, type FileFacts, type Manifest, type Checksum } from './manifest.js';
import { textBytes, writeSection } from './sections.js';
import { withChecksum } from './checksum.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'fileStore' | 'newDigest' | 'clock'> & {
  snapshot: DatabaseSnapshot;
  archive: ArchiveWriter;
};

/**
 * Writes a backup: all rows and unfinished jobs of the snapshot, the files that rows refer to, and finally the
 * manifest, whose section name contains its own checksum.
 *
 * @param secrets text to include in the archive, such as encryption keys; null for none
 */
export async function takeBackup(dependencies: Dependencies, secrets: string | null): Promise<Manifest> {
  const { snapshot, archive, newDigest, clock } = dependencies;
  const { migrations, tables, sequences } = snapshot;
  const head = newArchiveHeader({
    createdAt: new Date(clock.now()).toISOString(),
    migrations,
    tables,
    sequences,
  });
  await writeSection(archive, 'head', textBytes(JSON.stringify(head)));

  const write = async (name: string, source: ReturnType<DatabaseSnapshot['jobs']>): Promise<Checksum> => {
    const watched = withChecksum(newDigest, source);
    await writeSection(archive, name, watched.bytes);
    return watched.sum();
  };
  const sums: Record<string, Checksum> = {};
  for (const table of tables) sums[table.name] = await write(`tables/${table.name}`, snapshot.rows(table));
  const jobs = await write('jobs', snapshot.jobs());
  const keys = secrets === null ? null : await write('secrets', textBytes(secrets));
  const files = await writeFiles(dependencies);

  const manifest: Manifest = { head, tables: sums, jobs, files, secrets: keys };
  const text = JSON.stringify(manifest);
  const digest = newDigest();
  digest.update(new TextEncoder().encode(text));
  await writeSection(archive, `manifest-${digest.hex()}`, textBytes(text));
  return manifest;
}

async function writeFiles(dependencies: Dependencies): Promise<Manifest['files']> {
  const { snapshot, archive, newDigest } = dependencies;
  const all = newDigest();
  const counts = { stored: 0, deleted: 0, missing: 0, damaged: 0, bytes: 0 };
  for await (const file of snapshot.files()) {
    const facts = await writeFile(dependencies, file);
    const text = JSON.stringify(facts);
    await writeSection(archive, `facts/${file.key}`, textBytes(text));
    all.update(new TextEncoder().encode(text));
    counts[facts.state]++;
    counts.bytes += facts.size;
  }
  return { ...counts, sha256: all.hex() };
}

/**
 * Writes the bytes of a file. They are deleted after the transaction that deleted the row, so they may be gone although
 * the snapshot still has the row.
 */
async function writeFile(
  { snapshot, fileStore, archive, newDigest }: Dependencies,
  { key, size, sha256 }: SnapshotFile,
): Promise<FileFacts> {
  const bytes = await fileStore.open(key);
  if (bytes === null) {
    const state = (await snapshot.isStillKnown(key)) ? 'missing' : 'deleted';
    return { key, state, size: 0, sha256: null };
  }
  const watched = withChecksum(newDigest, bytes);
  await writeSection(archive, `files/${key}`, watched.bytes);
  const found = { size: watched.size(), sha256: watched.sum().sha256 };
  const state = found.size === size && found.sha256 === sha256 ? 'stored' : 'damaged';
  return { key, state, ...found };
}
