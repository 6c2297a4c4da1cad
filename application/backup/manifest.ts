import { OperatorError } from '../operator-error.js';
import type { SnapshotTable } from '../ports/database-snapshot.js';
import type { FileKey } from '../ports/file-store.js';

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
  const head = jsonOf(text) as Partial<Head> | null;
  if (head?.format !== FORMAT) throw new OperatorError('This file is not a backup of this service.');
  if (head.formatVersion !== FORMAT_VERSION)
    throw new OperatorError(
      `This backup has the format ${head.formatVersion}, and this version reads format ${FORMAT_VERSION}: restore it with the version that made it, or a later one.`,
    );
  return head as Head;
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
