import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the built client, with its compressed copies. */
export type WebFile = {
  readonly bytes: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
  /** The ETag. It is weak, because the plain and the compressed copies have the same one. */
  readonly etag: string;
};

/**
 * The built web client, which is kept in memory and takes about a megabyte. A process keeps serving the files that
 * it read at its start, even if a new build is installed.
 */
export type WebClient = {
  /** The name of the build. */
  readonly build: string;
  /** The addresses of pages, such as `/households/:household/today`. */
  readonly routes: readonly string[];
  /** The files by their path. */
  readonly files: ReadonlyMap<string, WebFile>;
};

/** The content of BUILD_FILE, which the build of the web client writes. */
export type WebBuild = Pick<WebClient, 'build' | 'routes'> & {
  /** How many bytes of each kind of file a browser loads before the page shows its first row of data. */
  readonly firstLoad: { readonly js: number; readonly css: number; readonly fonts: number };
};

/** The file is not served, because the service never serves files whose names begin with a dot. */
const BUILD_FILE = '.client.json';

/** The file of the page, which is the same for every route. */
export const PAGE_PATH = '/index.html';

/** Returns the description of the build in `folder` (the content of BUILD_FILE), or null if there is no build. */
export async function readWebBuild(folder: string): Promise<WebBuild | null> {
  const text = await readFile(path.join(folder, BUILD_FILE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as WebBuild);
}

/** Returns the built client in `folder`, or null if there is none. */
export async function readWebClient(folder: string): Promise<WebClient | null> {
  const description = await readWebBuild(folder);
  if (description === null) return null;
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/(^|\/)\./.test(name));
  const bytes = new Map(
    await Promise.all(
      names.map(async (name) => [`/${name}`, await readFile(path.join(folder, name))] as const),
    ),
  );
  const files = [...bytes]
    .filter(([address]) => !/\.(br|gz)$/.test(address))
    .map(([address, plain]): [string, WebFile] => [
      address,
      {
        bytes: plain,
        br: bytes.get(`${address}.br`) ?? null,
        gzip: bytes.get(`${address}.gz`) ?? null,
        etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      },
    ]);
  const { build, routes } = description;
  return { build, routes, files: new Map(files) };
}
