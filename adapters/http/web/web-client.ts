import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One file of the built client, with what the build compressed beforehand. */
export type WebFile = {
  readonly bytes: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
  /** Of the contents; weak, since it is one for all encodings. */
  readonly etag: string;
};

/**
 * The built web client, held in memory: about a megabyte. A process serves the files it began with, whole, whatever is
 * built or installed beneath it meanwhile.
 */
export type WebClient = {
  /** The name of the build. */
  readonly build: string;
  /** The addresses at which there is a page, such as `/households/:household/today`. */
  readonly routes: readonly string[];
  /** By the path of their address. */
  readonly files: ReadonlyMap<string, WebFile>;
};

/** What the build says of itself. */
export type WebBuild = Pick<WebClient, 'build' | 'routes'> & {
  /** What travels before the first row, in bytes. */
  readonly firstLoad: { readonly js: number; readonly css: number; readonly fonts: number };
};

/** Like all names with a dot at their beginning it is not served. */
const BUILD_FILE = '.client.json';

/** The page of every route. */
export const PAGE_PATH = '/index.html';

/** Which build is in `folder`; null where there is none. */
export async function readWebBuild(folder: string): Promise<WebBuild | null> {
  const text = await readFile(path.join(folder, BUILD_FILE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as WebBuild);
}

/** Reads what was built into `folder`; null where nothing was. */
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
