import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const WEB = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(WEB, '..');
export const OUTPUT = path.join(ROOT, 'dist/web');
/** Beside what was built: of which inputs. */
export const INPUTS_FILE = '.inputs';

/** What the client is built from, in one order everywhere. Generated sources are outputs. */
function inputFiles(): string[] {
  const below = readdirSync(WEB, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.gen.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return [...below, path.join(ROOT, 'package-lock.json')];
}

/** Names, sizes and times of change: what can be had without reading anything. */
export function readInputs(): string {
  const hash = createHash('sha256');
  for (const file of inputFiles()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(ROOT, file)}\0${String(size)}\0${String(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

/** What the contents of the inputs are, the same on every machine: the name of the build. */
export function nameBuild(): string {
  const hash = createHash('sha256');
  for (const file of inputFiles()) hash.update(path.relative(ROOT, file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Whether what is in dist/web was built from `inputs`. */
export function isFresh(inputs: string): boolean {
  const file = path.join(OUTPUT, INPUTS_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === inputs;
}
