import { OperatorError } from '../shared/operator-error.js';
import type { DatabaseSnapshot } from './ports.js';
import type { FileKey } from '../attachments/ports.js';
import { isJsonObject } from '../../domain/shared/json.js';

const FORMAT = 'household-planner backup';
const FORMAT_VERSION = 1;

/** The first section of an archive. It contains what a program needs to know before it loads any data. */
export type ArchiveHeader = Pick<DatabaseSnapshot, 'migrations' | 'tables' | 'sequences'> & {
  readonly format: string;
  readonly formatVersion: number;
  readonly createdAt: string;
};

/** The number of rows (or lines) of a section, and the SHA-256 of its bytes in hexadecimal. */
export type Checksum = { readonly rows: number; readonly sha256: string };

/**
 * The state of a file when the backup was taken.
 *
 * - `stored`: its bytes match its row.
 * - `deleted`: it was deleted while the backup ran.
 * - `missing`: the file store has lost it.
 * - `damaged`: its bytes do not match its row.
 */
export type FileState = 'stored' | 'deleted' | 'missing' | 'damaged';
export type FileFacts = {
  readonly key: FileKey;
  readonly state: FileState;
  readonly size: number;
  readonly sha256: string | null;
};

/** The last section of an archive: the checksums of everything before it. */
export type Manifest = {
  readonly head: ArchiveHeader;
  readonly tables: Readonly<Record<string, Checksum>>;
  readonly jobs: Checksum;
  readonly files: Readonly<Record<FileState, number>> & {
    readonly bytes: number;
    /** The SHA-256 of the {@link FileFacts} of all files, in their order in the archive. */
    readonly sha256: string;
  };
  /** The checksum of the encryption keys. null means that the archive contains no keys. */
  readonly secrets: Checksum | null;
};

/** Returns the head of a new archive, with the format of this program. */
export const newArchiveHeader = (of: Omit<ArchiveHeader, 'format' | 'formatVersion'>): ArchiveHeader => ({
  format: FORMAT,
  formatVersion: FORMAT_VERSION,
  ...of,
});

/** Parses the head of an archive. Throws an OperatorError if this program cannot read the archive. */
export function readArchiveHeader(text: string): ArchiveHeader {
  const head = parseManifestJson(text);
  if (!isJsonObject(head) || head['format'] !== FORMAT)
    throw new OperatorError('This file is not a backup of this service.');
  if (head['formatVersion'] !== FORMAT_VERSION)
    throw new OperatorError(
      `This backup has format ${String(head['formatVersion'])}, but this version reads format ${FORMAT_VERSION}. Restore it with the version that made it, or a later one.`,
    );
  if (!isHead(head)) throw new OperatorError(MALFORMED);
  return head;
}

/** Parses the manifest of an archive. Throws an OperatorError if it does not have the expected shape. */
export function readManifest(text: string): Manifest {
  const manifest = parseManifestJson(text);
  if (!isManifest(manifest)) throw new OperatorError(MALFORMED);
  return manifest;
}

const MALFORMED = 'The manifest of the archive is damaged or was tampered with. Nothing was restored.';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isSum = (value: unknown): value is Checksum =>
  isJsonObject(value) && Number.isInteger(value['rows']) && typeof value['sha256'] === 'string';

function isHead(value: unknown): value is ArchiveHeader {
  if (!isJsonObject(value)) return false;
  const { createdAt, migrations, tables, sequences } = value;
  return (
    typeof createdAt === 'string' &&
    isTexts(migrations) &&
    Array.isArray(tables) &&
    tables.every((table) => isJsonObject(table) && isTexts([table['name']]) && isTexts(table['columns'])) &&
    isJsonObject(sequences) &&
    isTexts(Object.values(sequences))
  );
}

function isManifest(value: unknown): value is Manifest {
  return (
    isJsonObject(value) &&
    isHead(value['head']) &&
    isJsonObject(value['tables']) &&
    Object.values(value['tables']).every(isSum) &&
    isSum(value['jobs']) &&
    isJsonObject(value['files']) &&
    (value['secrets'] === null || isSum(value['secrets']))
  );
}

/** Parses JSON. Returns null if the text is not valid JSON. */
export function parseManifestJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
