import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { quickAddForms } from '../bench/quick-add-forms.js';

const root = path.resolve(import.meta.dirname, '../..');
const MAX_README_BYTES = 10 * 1024;

const filesBelow = (folder: string, extension: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => path.join(folder, file));

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...filesBelow('docs', '.md'),
];
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The text without code, in which brackets and number signs mean something else. */
const prose = (file: string) => read(file).replace(/^```[^]*?^```$/gm, '');

/** GitHub's anchors: lower case, punctuation dropped, spaces as hyphens, the second of a name with a number. */
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
  test('README is short', () => {
    expect(statSync(path.join(root, 'README.md')).size).toBeLessThanOrEqual(MAX_README_BYTES);
  });

  test('are all found from README', () => {
    const reached = new Set(['README.md']);
    for (const file of reached) {
      for (const link of linksIn(file)) {
        const target = path.join(path.dirname(file), link.split('#')[0]!);
        if (target.endsWith('.md')) reached.add(target);
      }
    }
    expect(documents.filter((file) => !reached.has(file))).toEqual([]);
  });

  test.each(documents)('%s links to what is there', (file) => {
    expect(linksIn(file).filter((link) => isBroken(file, link))).toEqual([]);
  });

  test('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = documents.flatMap((file) => [...read(file).matchAll(/npm run ([a-z:-]+)/g)]);
    expect(named.map(([, name]) => name!).filter((name) => !(name in scripts))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  test('name files and folders that exist', () => {
    const named = documents.flatMap((file) => [
      ...read(file).matchAll(
        /`((?:domain|application|adapters|bootstrap|migrations|tests|docs)\/[\w./-]+)`/g,
      ),
    ]);
    expect(named.map(([, name]) => name!).filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  test('hold the table of quick add that the parser prints', () => {
    expect(read('docs/quick-add.md')).toContain(quickAddForms());
  });

  test('say what each id in the names of tests stands for, and nothing of ids that no test has', () => {
    const explained = [...read('docs/testing.md').matchAll(/^\| `(T-[A-Z]\d+)` \|/gm)].map(([, id]) => id);
    const used = filesBelow('tests', '.ts').flatMap((file) =>
      [...read(file).matchAll(/\bT-[A-Z]\d+\b/g)].map(([id]) => id),
    );
    expect([...new Set(used)].sort()).toEqual([...explained].sort());
  });

  test('leave no numbered rule of a list that is not among them in a name of a test', () => {
    const numbered = filesBelow('tests', '.ts').flatMap((file) =>
      [...read(file).matchAll(/['"`](?:[A-Z]-\d{2}|scenario \d+)\b.*/g)].map(([name]) => `${file}: ${name}`),
    );
    expect(numbered).toEqual([]);
  });

  test('list every setting that the configuration reads, and the template of settings lists the same', () => {
    const sources = filesBelow('bootstrap/config', '.ts').map(read).join('\n');
    const settings = [...sources.matchAll(/'([A-Z][A-Z0-9]*_?[A-Z0-9_]+)'/g)].map(([, name]) => name!);
    const rows = read('docs/configuration.md').match(/^\| (`[A-Z][A-Z0-9_]+`,? ?)+/gm) ?? [];
    const explained = rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g) ?? []).sort();
    const inTemplate = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    // The region of AWS is the default of another setting, and the other one is an error code.
    const notSettings = ['AWS_REGION', 'ENOENT'];
    expect(explained).toEqual([...new Set(settings)].filter((name) => !notSettings.includes(name)).sort());
    expect(inTemplate.sort()).toEqual(explained);
  });
});
