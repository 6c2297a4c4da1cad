import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { quickAddForms } from '../bench/quick-add-forms.js';

const root = path.resolve(import.meta.dirname, '../..');
/** Pages that many people read stay short. */
const MAX_BYTES = { 'README.md': 10 * 1024, 'docs/measured.md': 12 * 1024 };

const filesBelow = (folder: string, extension: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => path.join(folder, file));

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...filesBelow('docs', '.md'),
];
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Returns the text without code blocks, where brackets and number signs have other meanings. */
const prose = (file: string) => read(file).replace(/^```[^]*?^```$/gm, '');

/** Returns the anchors that GitHub gives to headings: lower case, no punctuation, hyphens for spaces, and a number if repeated. */
function anchors(file: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading] of prose(file).matchAll(/^#{1,6} (.+)$/gm)) {
    const name = heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let anchor = name;
    for (let number = 1; found.has(anchor); number += 1) anchor = `${name}-${number}`;
    found.add(anchor);
  }
  return found;
}

const linksIn = (file: string) =>
  [
    ...prose(file)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));

function isBroken(file: string, link: string): boolean {
  const [target, anchor] = link.split('#');
  const linked = target === '' ? file : path.join(path.dirname(file), target!);
  if (!existsSync(path.join(root, linked))) return true;
  return anchor !== undefined && !anchors(linked).has(anchor);
}

describe('the documents', () => {
  test.each(Object.entries(MAX_BYTES))('are limited in size: %s has at most %i bytes', (file, maxBytes) => {
    expect(statSync(path.join(root, file)).size).toBeLessThanOrEqual(maxBytes);
  });

  test('can all be reached by links from README', () => {
    const reached = new Set(['README.md']);
    for (const file of reached) {
      for (const link of linksIn(file)) {
        const target = path.join(path.dirname(file), link.split('#')[0]!);
        if (target.endsWith('.md')) reached.add(target);
      }
    }
    expect(documents.filter((file) => !reached.has(file))).toEqual([]);
  });

  test.each(documents)('contain only links to existing files and headings: %s', (file) => {
    expect(linksIn(file).filter((link) => isBroken(file, link))).toEqual([]);
  });

  test('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = documents.flatMap((file) => [...read(file).matchAll(/npm run ([a-z:-]+)/g)]);
    expect(named.map(([, name]) => name!).filter((name) => !(name in scripts))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  test('name only files and folders that exist', () => {
    const named = documents.flatMap((file) => [
      ...read(file).matchAll(
        /`((?:domain|application|adapters|bootstrap|migrations|tests|docs|web)\/[\w./-]+)`/g,
      ),
    ]);
    expect(named.map(([, name]) => name!).filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  test('contain the quick-add table that the parser prints', () => {
    expect(read('docs/quick-add.md')).toContain(quickAddForms());
  });

  test('explain every id in test names, and no other id', () => {
    const explained = [...read('docs/testing.md').matchAll(/^\| `(T-[A-Z]\d+)` \|/gm)].map(([, id]) => id);
    const used = filesBelow('tests', '.ts').flatMap((file) =>
      [...read(file).matchAll(/\bT-[A-Z]\d+\b/g)].map(([id]) => id),
    );
    expect([...new Set(used)].sort()).toEqual([...explained].sort());
  });

  test('need not explain numbered rules such as A-01, because no test name begins with one', () => {
    const numbered = filesBelow('tests', '.ts').flatMap((file) =>
      [...read(file).matchAll(/['"`](?:[A-Z]-\d{2}|scenario \d+)\b.*/g)].map(([name]) => `${file}: ${name}`),
    );
    expect(numbered).toEqual([]);
  });

  test('list every setting that the configuration reads, and .env.example lists the same settings', () => {
    const sources = filesBelow('bootstrap/config', '.ts').map(read).join('\n');
    const settings = [...sources.matchAll(/'([A-Z][A-Z0-9]*_?[A-Z0-9_]+)'/g)].map(([, name]) => name!);
    const rows = read('docs/configuration.md').match(/^\| (`[A-Z][A-Z0-9_]+`,? ?)+/gm) ?? [];
    const explained = rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g) ?? []).sort();
    const inTemplate = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    // AWS_REGION is only the default of S3_REGION, and ENOENT is an error code.
    const notSettings = ['AWS_REGION', 'ENOENT'];
    expect(explained).toEqual([...new Set(settings)].filter((name) => !notSettings.includes(name)).sort());
    expect(inTemplate.sort()).toEqual(explained);
  });
});
