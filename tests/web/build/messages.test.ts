import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { compileMessages } from '../../../web/build/messages.ts';

type Compiled = Readonly<Record<string, string | ((values: object) => string)>>;

/** Returns the exports of a compiled module. */
async function run(source: string): Promise<Compiled> {
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  const address = `data:text/javascript,${encodeURIComponent(outputText)}`;
  return ((await import(address)) as { messages: Compiled }).messages;
}

/** Returns a message of one language with its arguments filled in. */
async function say(language: string, text: string, values?: object): Promise<string> {
  const { message } = await run(compileMessages({ [language]: { message: text } })[language]!);
  return typeof message === 'function' ? message(values!) : message!;
}

const LEFT = '{count, plural, =0 {Nothing is left} one {# task is left} other {# tasks are left}}';
const NTH = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';

describe('a compiled message', () => {
  test.each<[string, string, object | undefined, string]>([
    ['without arguments is a string', 'Today', undefined, 'Today'],
    ['may be empty', '', undefined, ''],
    ['escapes characters that have a meaning in its code', "`$'{'x'}'` \\n \"it''s\" <b>", undefined, '`${x}` \\n "it\'s" <b>'], // oxfmt-ignore
    ['inserts texts', 'Hello {name}, {name}!', { name: '${x}`' }, 'Hello ${x}`, ${x}`!'],
    ['formats numbers', 'up to {n, number}', { n: 12_500 }, 'up to 12,500'],
    ['formats a number below 1,000', '{n, number}', { n: 999 }, '999'],
    ['groups the digits of a number', '{n, number}', { n: 1000 }, '1,000'],
    ['formats negative numbers and fractions', '{n, number} {m, number}', { n: -1, m: 2.5 }, '-1 2.5'],
    ['has a text for zero', LEFT, { count: 0 }, 'Nothing is left'],
    ['has a singular', LEFT, { count: 1 }, '1 task is left'],
    ['has a plural', LEFT, { count: 1200 }, '1,200 tasks are left'],
    ['prefers exact numbers', '{n, plural, one {one} =1 {exactly 1} other {#}}', { n: 1 }, 'exactly 1'],
    ['writes ordinals', NTH, { n: 22 }, '22nd'],
    ['supports a plural offset', '{n, plural, offset:1 =1 {you} one {you and # more} other {you and # more}}', { n: 4 }, 'you and 3 more'], // oxfmt-ignore
    ['selects by a word', '{kind, select, PERSONAL {for you} other {for {who}}}', { kind: 'SHARED', who: 'all' }, 'for all'], // oxfmt-ignore
    ['keeps a number sign outside plurals', '# 1', undefined, '# 1'],
  ])('gives the expected text in this case: %s', async (_name, text, values, expected) => {
    expect(await say('en', text, values)).toBe(expected);
  });

  test('follows the plurals and numbers of its language', async () => {
    const text = '{n, plural, one {# tâche} other {# tâches}}';
    expect(await say('fr', text, { n: 0 })).toBe('0 tâche');
    expect(await say('fr', text, { n: 2500 })).toBe('2\u202f500 tâches');
  });
});

test('the arguments of a message have the same types in every language', () => {
  const { en, fr } = compileMessages({ en: { left: LEFT }, fr: { left: LEFT } });
  expect(en).toContain('"left": (a: { readonly count: number }) => ');
  expect(fr).toContain("import type { messages as first } from './messages.en.gen.ts'");
  expect(fr).toContain('export const messages: typeof first = ');
});

describe('compileMessages', () => {
  const refuse = (en: string | null, fr: string | null) => () =>
    compileMessages({ en: en === null ? {} : { key: en }, fr: fr === null ? {} : { key: fr } });

  test.each<[string, string | null, string | null, RegExp]>([
    ['a message that cannot be read', 'Hello {name', 'Bonjour {name}', /^en\.json, "key": /],
    ['a key that is missing in the other language', 'Hello', null, /^fr\.json lacks "key"/],
    ['a key that is missing in the first language', null, 'Bonjour', /^en\.json lacks "key"/],
    ['an argument that is missing in the other language', 'Hello {name}', 'Bonjour', /^fr\.json, "key": takes nothing, in en readonly name/], // oxfmt-ignore
    ['an argument of another type', 'Hello {n, number}', 'Bonjour {n}', /^fr\.json, "key": takes readonly n: string/], // oxfmt-ignore
    ['a plural form that the language does not have', LEFT, '{count, plural, one {#} few {#} other {#}}', /^fr\.json, "key": fr has no plural "few"/], // oxfmt-ignore
    ['a plural without a singular', '{count, plural, other {#}}', LEFT, /^en\.json, "key": a plural lacks "one"/], // oxfmt-ignore
    ['an ordinal with missing forms', '{n, selectordinal, other {#th}}', '{n, selectordinal, one {#er} other {#e}}', /lacks "one", "two", "few"/], // oxfmt-ignore
    ['a select without “other”', '{k, select, A {x}}', '{k, select, A {x}}', /^en\.json, "key": /],
    ['a date, because it has no time zone', '{d, date}', '{d, date}', /formatted before/],
    ['a numbered argument', '{0}', '{0}', /\{0\} is not a name/],
  ])('throws an error that names the language and the key for %s', (_name, en, fr, expected) => {
    expect(refuse(en, fr)).toThrow(expected);
  });
});

/** The placeholder of a textarea has no ellipsis: a longer one is cut in the middle of a word on phones. */
test('the placeholder texts of form fields are shorter than 32 characters in every language', () => {
  const fields = globSync('web/src/**/*.tsx').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\bplaceholder=(\{t\('([^']+)'\)\}|\S+)/g),
  ]);
  const keys = fields.flatMap(([, , key]) => key ?? []);
  expect(keys).toContain('quickAdd.placeholder');
  // No placeholder is written into a page directly.
  expect(fields.filter(([, from, key]) => key === undefined && from !== '{placeholder}')).toEqual([]);
  for (const language of ['en', 'fr']) {
    const words = Object.assign(
      {},
      ...[language, `${language}.more`, `${language}.settings`].map(wordsOf),
    ) as Record<string, string>;
    const shown = keys.map((key) => words[key] ?? `no ${key}, which is nowhere among the messages`);
    expect(shown.filter((text) => text.length >= 32)).toEqual([]);
  }
});

const wordsOf = (name: string): object =>
  JSON.parse(readFileSync(`web/messages/${name}.json`, 'utf8')) as object;

test('French messages have a no-break space before punctuation', () => {
  const loose = globSync('web/messages/fr*.json').flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
      .filter(([, text]) => /«(?!\u00a0)|(?<!\u00a0)(»|:(?!\S))|(?<![\u202f\u00a0])[;!?]/.test(text))
      .map(([key]) => key),
  );
  expect(loose).toEqual([]);
});
