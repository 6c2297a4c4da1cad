import { readFileSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;

/** The folder of package.json. It contains both the sources and the compiled output. */
export const ROOT_FOLDER =
  path.basename(path.dirname(here)) === 'dist' ? path.join(here, '../..') : path.join(here, '..');

/** Returns the version in package.json. */
export function packageVersion(): string {
  const manifest = readFileSync(path.join(ROOT_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
