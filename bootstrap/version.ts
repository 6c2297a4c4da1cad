import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version in package.json, which lies above the sources as well as above what is built from them. */
export function packageVersion(): string {
  const folder = import.meta.dirname;
  const root =
    path.basename(path.dirname(folder)) === 'dist' ? path.join(folder, '../..') : path.join(folder, '..');
  return (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
