import type { ReadArchive } from './ports.js';
import { isFileKey, type NewDigest } from '../attachments/ports.js';
import {
  parseManifestJson,
  readArchiveHeader,
  readManifest,
  type FileFacts,
  type FileState,
  type Manifest,
  type Checksum,
} from './manifest.js';
import { damaged, readToEnd, sectionsOf, readText, type Section } from './sections.js';
import { checksumBytes, withChecksum } from './checksum.js';

const STATES: readonly FileState[] = ['stored', 'deleted', 'missing', 'damaged'];

/** The part of the archive that was read so far, without the manifest. */
type Seen = {
  head: string | null;
  readonly sums: Map<string, Checksum>;
  file: { readonly key: string; readonly size: number; readonly sha256: string } | null;
  readonly files: { stored: number; deleted: number; missing: number; damaged: number; bytes: number };
};

/**
 * Reads an archive to its end and checks it against its manifest. Returns the manifest. Throws an OperatorError if
 * they differ, or if this program cannot read the archive.
 */
export async function verifyBackup(read: ReadArchive, newDigest: NewDigest): Promise<Manifest> {
  const files = { stored: 0, deleted: 0, missing: 0, damaged: 0, bytes: 0 };
  const seen: Seen = { head: null, sums: new Map(), file: null, files };
  const facts = newDigest();
  let manifest: Manifest | null = null;
  for await (const section of sectionsOf(read())) {
    if (manifest !== null) throw damaged(section.name);
    const [kind = '', rest = ''] = /^([a-z]+)[/-](.+)$/.exec(section.name)?.slice(1) ?? [];
    if (seen.head === null) {
      if (section.name !== 'head') throw damaged(section.name);
      seen.head = await readText(section.bytes);
      readArchiveHeader(seen.head);
    } else if (kind === 'files') await seeFile(newDigest, seen, section, rest);
    else if (kind === 'facts') {
      const text = await readText(section.bytes);
      facts.update(new TextEncoder().encode(text));
      seeFacts(seen, rest, text);
    } else if (kind === 'manifest') manifest = await checkedManifest(newDigest, section, rest);
    else seen.sums.set(section.name, await checksumBytes(newDigest, section.bytes));
  }
  if (manifest === null || seen.file !== null) throw damaged('it ends too early');
  compare(seen, { ...seen.files, sha256: facts.hex() }, manifest);
  return manifest;
}

async function seeFile(newDigest: NewDigest, seen: Seen, section: Section, key: string): Promise<void> {
  if (seen.file !== null) throw damaged(section.name);
  const watched = withChecksum(newDigest, section.bytes);
  await readToEnd(watched.bytes);
  seen.file = { key, size: watched.size(), sha256: watched.sum().sha256 };
}

function seeFacts(seen: Seen, key: string, text: string): void {
  const facts = parseManifestJson(text) as FileFacts | null;
  const { file } = seen;
  const agrees =
    facts !== null &&
    isFileKey(key) &&
    facts.key === key &&
    (file === null
      ? facts.sha256 === null
      : file.key === key && file.size === facts.size && file.sha256 === facts.sha256);
  if (!agrees || !STATES.includes(facts.state)) throw damaged(`facts/${key}`);
  seen.file = null;
  seen.files[facts.state]++;
  seen.files.bytes += facts.size;
}

async function checkedManifest(
  newDigest: NewDigest,
  { name, bytes }: Section,
  sha256: string,
): Promise<Manifest> {
  const text = await readText(bytes);
  const digest = newDigest();
  digest.update(new TextEncoder().encode(text));
  if (digest.hex() !== sha256) throw damaged(name);
  return readManifest(text);
}

function compare(seen: Seen, files: Manifest['files'], manifest: Manifest): void {
  const expected: [string, Checksum][] = [
    ...Object.entries(manifest.tables).map(([name, sum]): [string, Checksum] => [`tables/${name}`, sum]),
    ['jobs', manifest.jobs],
    ...(manifest.secrets === null ? [] : [['secrets', manifest.secrets] as [string, Checksum]]),
  ];
  for (const [name, sum] of expected) if (!isSame(seen.sums.get(name), sum)) throw damaged(name);
  if (seen.sums.size !== expected.length) throw damaged('it contains a part that its manifest does not name');
  if (seen.head !== JSON.stringify(manifest.head)) throw damaged('head');
  for (const [name, value] of Object.entries(manifest.files))
    if (files[name as keyof typeof files] !== value) throw damaged('files');
}

/** Returns whether both checksums exist and are equal. */
export function isSame(one: Checksum | undefined, other: Checksum | undefined): boolean {
  return one !== undefined && one.rows === other?.rows && one.sha256 === other.sha256;
}
