import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../application/operator-error.js';
import type { Config } from './config/config.js';

/** The database that a data folder was used with. */
type Marker = { readonly database: string };

/** What a database says of itself. */
export type DatabaseIdentity = { readonly id: string; readonly isEmpty: boolean };

/** A data folder and a database that do not belong together: starting would mix or lose data. */
export class DataFolderError extends OperatorError {}

export const markerFile = (dataDir: string) => path.join(dataDir, 'database.json');

/** Whether anything of this configuration lies in the data folder: else there is nothing there to mix up. */
export function usesDataFolder({ database, secrets, files, mail, dataDir }: Config): boolean {
  const hasFiles = files.kind === 'folder' && isBelow(files.folder, dataDir);
  const hasSecrets = secrets.jwt === null || secrets.encryption === null;
  return database.url === null || hasSecrets || hasFiles || mail === null;
}

/**
 * Refuses a data folder that was used with another database: the files, keys and mails in it are not those of this
 * one, and a database that is empty all of a sudden is mostly one that was not found. A folder that was used with none
 * is marked as this one's.
 */
export async function claimDataFolder(config: Config, database: DatabaseIdentity): Promise<void> {
  if (usesDataFolder(config) && !(await refuseOther(config, database)))
    await markDataFolder(config.dataDir, database.id);
}

/** Whether the folder is marked, as this database's: the mark of another one is refused. */
export async function refuseOther({ dataDir }: Config, database: DatabaseIdentity): Promise<boolean> {
  const marked = await readMarker(dataDir);
  if (marked !== null && marked.database !== database.id) throw refusal(dataDir, marked, database);
  return marked !== null;
}

/** Marks the folder as the one of this database, whatever it was before. */
export async function markDataFolder(dataDir: string, id: string): Promise<void> {
  const file = markerFile(dataDir);
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${JSON.stringify({ database: id } satisfies Marker)}\n`, { flush: true });
  await rename(draft, file);
}

/** null: it was used with none. */
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
    `${file} is damaged. Delete it if ${dataDir} is surely the data folder of the configured database.`,
  );
}

function refusal(dataDir: string, marked: Marker, { id, isEmpty }: DatabaseIdentity): DataFolderError {
  const what = isEmpty
    ? `The database is empty, but the data folder ${dataDir} was used with another one (${marked.database}). ` +
      'Is its volume not mounted, or does DATABASE_URL name the wrong database? If the database is lost, ' +
      'fill this one with "npm run restore -- <backup>".'
    : `The data folder ${dataDir} was used with another database (${marked.database}) than the configured one (${id}). ` +
      'Set DATABASE_URL, or DATA_DIR, so that the two belong together.';
  return new DataFolderError(
    `${what}\nIf it is meant to be used with this database from now on, delete ${markerFile(dataDir)}.`,
  );
}

function isBelow(folder: string, parent: string): boolean {
  const relative = path.relative(parent, folder);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}
