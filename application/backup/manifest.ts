import { OperatorError } from '../shared/operator-error.js';
import type { SnapshotTable } from './ports.js';
import type { FileKey } from '../attachments/ports.js';
import { isJsonObject } from '../../domain/shared/json-object.js';

const FORMAT = 'household-planner backup';
const FORMAT_VERSION = 1;

/** The first thing in an archive: what has to be known before anything is loaded. */
export type Head = {
  readonly format: string;
  readonly formatVersion: number;
  readonly createdAt: string;
  readonly migrations: readonly string[];
  readonly tables: readonly SnapshotTable[];
  readonly sequences: Readonly<Record<string, string>>;
};

/** How many rows, or lines, and the SHA-256 of their bytes. */
export type Sum = { readonly rows: number; readonly sha256: string };

/**
 * `stored`: as its row says. `deleted`: somebody deleted it while the backup ran. `missing`: the store has lost it.
 * `damaged`: its bytes are not those of its row.
 */
export type FileState = 'stored' | 'deleted' | 'missing' | 'damaged';
export type FileFacts = {
  readonly key: FileKey;
  readonly state: FileState;
  readonly size: number;
  readonly sha256: string | null;
};

/** The last thing in an archive: what everything before it must come to. */
export type Manifest = {
  readonly head: Head;
  readonly tables: Readonly<Record<string, Sum>>;
  readonly jobs: Sum;
  readonly files: Readonly<Record<FileState, number>> & {
    readonly bytes: number;
    /** Of the facts of all files, in their order. */
    readonly sha256: string;
  };
  /** null: the archive holds no keys. */
  readonly secrets: Sum | null;
};

export const newHead = (of: Omit<Head, 'format' | 'formatVersion'>): Head => ({
  format: FORMAT,
  formatVersion: FORMAT_VERSION,
  ...of,
});

/** The head of an archive that this program can read; anything else is an OperatorError. */
export function readHead(text: string): Head {
  const head = parseJson(text);
  if (!isJsonObject(head) || head['format'] !== FORMAT)
    throw new OperatorError('This file is not a backup of this service.');
  if (head['formatVersion'] !== FORMAT_VERSION)
    throw new OperatorError(
      `This backup has the format ${String(head['formatVersion'])}, and this version reads format ${FORMAT_VERSION}: restore it with the version that made it, or a later one.`,
    );
  if (!isHead(head)) throw new OperatorError(MALFORMED);
  return head;
}

/** What an archive says of itself, once its shape is what this program writes; anything else is an OperatorError. */
export function readManifest(text: string): Manifest {
  const manifest = parseJson(text);
  if (!isManifest(manifest)) throw new OperatorError(MALFORMED);
  return manifest;
}

const MALFORMED = 'The archive is damaged or was tampered with (its description): nothing was restored.';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isSum = (value: unknown): value is Sum =>
  isJsonObject(value) && Number.isInteger(value['rows']) && typeof value['sha256'] === 'string';

function isHead(value: unknown): value is Head {
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

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
