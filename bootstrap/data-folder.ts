import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Installation } from '../adapters/postgres/installation.js';
import { isDiskFull } from '../application/shared/disk-full.js';
import { OperatorError } from '../application/shared/operator-error.js';
import type { Logger } from '../application/shared/ports.js';
import type { Config } from './config/config.js';

/** The content of the marker file: the id of the database that the folder is used with. */
type Marker = { readonly database: string };

/**
 * Thrown if a data folder belongs to another database, or if its marker file is damaged. Starting could mix or lose
 * data.
 */
export class DataFolderError extends OperatorError {}

export const markerFile = (dataDir: string) => path.join(dataDir, 'database.json');

/**
 * Returns true if this configuration stores the database, keys, attachments or e-mails in the data folder. Otherwise
 * the folder needs no check.
 */
export function usesDataFolder({ database, secrets, files, mail, dataDir }: Config): boolean {
  const hasFiles = files.kind === 'folder' && isBelow(files.folder, dataDir);
  const hasSecrets = secrets.jwt === null || secrets.encryption === null;
  return database.url === null || hasSecrets || hasFiles || mail === null;
}

/**
 * Throws a DataFolderError if the folder was used with another database, because its files, keys and e-mails belong
 * to that one, and also if the marker file is damaged. An unexpectedly empty database usually means that the right
 * one was not found. Returns true if the folder is marked for this database.
 */
export async function refuseOther(config: Config, database: Installation): Promise<boolean> {
  if (!usesDataFolder(config)) return false;
  const marked = await readMarker(config.dataDir);
  if (marked !== null && marked.database !== database.id) throw refusal(config.dataDir, marked, database);
  return marked !== null;
}

/**
 * Marks an unmarked folder for this database. Throws a DataFolderError if it is marked for another one. Does nothing
 * if the configuration does not use the folder.
 */
export async function claimDataFolder(config: Config, database: Installation, logger: Logger): Promise<void> {
  if (!usesDataFolder(config) || (await refuseOther(config, database)) || database.id === null) return;
  try {
    await markDataFolder(config.dataDir, database.id);
  } catch (error) {
    if (!NOT_WRITABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // The check is skipped: the service cannot store anything in a folder that is not writable.
    logger.warn('data folder is not writable', { dataDir: config.dataDir, error });
  }
}

const NOT_WRITABLE = ['EROFS', 'EACCES', 'EPERM'];

/**
 * Returns an error that explains what to do if the failure was about writing to the data folder. Returns null for any
 * other failure.
 */
export function explainUnwritable(error: unknown, dataDir: string): OperatorError | null {
  const { code = '', path: failed } = Object(error) as Partial<NodeJS.ErrnoException>;
  const folder = path.resolve(dataDir);
  const isThere =
    failed !== undefined && (isBelow(path.resolve(failed), folder) || isBelow(folder, path.resolve(failed)));
  if (!isThere) return null;
  if (isDiskFull(error))
    return new OperatorError(
      `The disk of the data folder ${dataDir} is full. Free some space, then start again.`,
    );
  if (!NOT_WRITABLE.includes(code) && code !== 'ENOTDIR') return null;
  return new OperatorError(
    `The data folder ${dataDir} cannot be written: ${failed} (${code}). Give the user that runs the service write access ` +
      '(for example with chown), mount its volume writable, or set DATA_DIR to another folder.',
  );
}

/** Marks the folder for this database, even if it was marked for another one. */
export async function markDataFolder(dataDir: string, id: string): Promise<void> {
  const file = markerFile(dataDir);
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${JSON.stringify({ database: id } satisfies Marker)}\n`, { flush: true });
  await rename(draft, file);
}

/**
 * Returns the marker file's content, or null if the folder has no marker file. Throws a DataFolderError if the file
 * is damaged.
 */
export async function readMarker(dataDir: string): Promise<Marker | null> {
  const file = markerFile(dataDir);
  try {
    const marker = JSON.parse(await readFile(file, 'utf8')) as Partial<Marker> | null;
    if (typeof marker?.database === 'string') return { database: marker.database };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DataFolderError(
    `${file} is damaged. If you are sure that ${dataDir} is the data folder of the configured database, delete the file.`,
  );
}

function refusal(dataDir: string, marked: Marker, { id, isEmpty }: Installation): DataFolderError {
  const what = isEmpty
    ? `The database is empty, but the data folder ${dataDir} was used with another one (${marked.database}). ` +
      'Check that its volume is mounted and that DATABASE_URL names the right database. If the database is lost, ' +
      'restore a backup into this one with "npm run restore -- <backup>".'
    : `The data folder ${dataDir} was used with another database (${marked.database}) than the configured one (${id ?? 'no id'}). ` +
      'Change DATABASE_URL or DATA_DIR so that they belong together.';
  return new DataFolderError(
    `${what}\nIf you want to use this folder with the configured database from now on, delete ${markerFile(dataDir)}.`,
  );
}

function isBelow(folder: string, parent: string): boolean {
  const relative = path.relative(parent, folder);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}
