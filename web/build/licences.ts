import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Writes /licences.txt. It lists the packages, fonts and icons of third parties in the build, each with the text
 * of its licence.
 */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const sources = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : output.originalFileNames,
      );
      const packages = [...new Set(sources.map(packageOf).filter((name) => name !== null))].sort();
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: packages.map(describePackage).join(`\n${'-'.repeat(80)}\n\n`),
      });
    },
  };
}

/** Returns the npm package that contains a file. null means it is a file of this project. */
function packageOf(file: string): string | null {
  const [, inPackages] = /.*node_modules\/(.+)$/.exec(file.replaceAll('\\', '/')) ?? [];
  if (inPackages === undefined) return null;
  const [first = '', second = ''] = inPackages.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/**
 * Returns the part of /licences.txt about one package.
 * @throws Error if the package contains no text of its licence
 */
function describePackage(name: string): string {
  const folder = path.join(ROOT, 'node_modules', name);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined || !existsSync(path.join(folder, file)))
    throw new Error(`${name} has no file with its licence`);
  const text = readFileSync(path.join(folder, file), 'utf8').trim();
  return `${name} ${manifest.version} (${manifest.license ?? 'see below'})\n\n${text}\n`;
}
