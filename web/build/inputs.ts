import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const WEB = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(WEB, '..');
export const OUTPUT = path.join(ROOT, 'dist/web');
/** This file in the build output contains the hash of the inputs of the build. */
export const INPUTS_FILE = '.inputs';

/**
 * Returns the files that the client is built from, in the same order on every machine. Generated sources are
 * not among them.
 */
function inputFiles(): string[] {
  const below = readdirSync(WEB, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.gen.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return [...below, path.join(ROOT, 'package-lock.json')];
}

/**
 * Returns a hash of the names, sizes and modification times of the inputs. Computing it does not read any file.
 */
export function readInputs(): string {
  const hash = createHash('sha256');
  for (const file of inputFiles()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(ROOT, file)}\0${String(size)}\0${String(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

/** Returns the name of the build: a hash of the contents of the inputs, which is the same on every machine. */
export function nameBuild(): string {
  const hash = createHash('sha256');
  for (const file of inputFiles()) hash.update(path.relative(ROOT, file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Returns true if dist/web was built from `inputs`. */
export function isFresh(inputs: string): boolean {
  const file = path.join(OUTPUT, INPUTS_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === inputs;
}
