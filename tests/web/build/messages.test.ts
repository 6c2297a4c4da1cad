import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { compileMessages } from '../../../web/build/messages.ts';

type Compiled = Readonly<Record<string, string | ((values: object) => string)>>;

/** What the module of a language exports. */
async function run(source: string): Promise<Compiled> {
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  const address = `data:text/javascript,${encodeURIComponent(outputText)}`;
  return ((await import(address)) as { messages: Compiled }).messages;
}

/** How one message of one language reads. */
async function say(language: string, text: string, values?: object): Promise<string> {
  const { message } = await run(compileMessages({ [language]: { message: text } })[language]!);
  return typeof message === 'function' ? message(values!) : message!;
}

const LEFT = '{count, plural, =0 {Nothing is left} one {# task is left} other {# tasks are left}}';
const NTH = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';

describe('a message', () => {
  test.each<[string, string, object | undefined, string]>([
    ['without arguments is a text', 'Today', undefined, 'Today'],
    ['may be empty', '', undefined, ''],
    ['keeps what means something in the code it becomes', "`$'{'x'}'` \\n \"it''s\" <b>", undefined, '`${x}` \\n "it\'s" <b>'], // prettier-ignore
    ['takes texts', 'Hello {name}, {name}!', { name: '${x}`' }, 'Hello ${x}`, ${x}`!'],
    ['takes numbers', 'up to {n, number}', { n: 12_500 }, 'up to 12,500'],
    ['takes a number without groups', '{n, number}', { n: 999 }, '999'],
    ['takes a number of groups', '{n, number}', { n: 1000 }, '1,000'],
    ['takes less than nothing, and parts', '{n, number} {m, number}', { n: -1, m: 2.5 }, '-1 2.5'],
    ['has a word for none', LEFT, { count: 0 }, 'Nothing is left'],
    ['has a singular', LEFT, { count: 1 }, '1 task is left'],
    ['has a plural', LEFT, { count: 1200 }, '1,200 tasks are left'],
    ['prefers exact numbers', '{n, plural, one {one} =1 {exactly 1} other {#}}', { n: 1 }, 'exactly 1'],
    ['counts in order', NTH, { n: 22 }, '22nd'],
    ['counts others', '{n, plural, offset:1 =1 {you} one {you and # more} other {you and # more}}', { n: 4 }, 'you and 3 more'], // prettier-ignore
    ['chooses by a word', '{kind, select, PERSONAL {for you} other {for {who}}}', { kind: 'SHARED', who: 'all' }, 'for all'], // prettier-ignore
    ['is never put together from a number sign outside plurals', '# 1', undefined, '# 1'],
  ])('%s', async (_name, text, values, expected) => {
    expect(await say('en', text, values)).toBe(expected);
  });

  test('follows the plurals and numbers of its language', async () => {
    const text = '{n, plural, one {# tâche} other {# tâches}}';
    expect(await say('fr', text, { n: 0 })).toBe('0 tâche');
    expect(await say('fr', text, { n: 2500 })).toBe('2\u202f500 tâches');
  });
});

test('arguments are typed, and the same in every language', () => {
  const { en, fr } = compileMessages({ en: { left: LEFT }, fr: { left: LEFT } });
  expect(en).toContain('"left": (a: { readonly count: number }) => ');
  expect(fr).toContain("import type { messages as first } from './messages.en.gen.ts'");
  expect(fr).toContain('export const messages: typeof first = ');
});

describe('refused, with its language and key', () => {
  const refuse = (en: string | null, fr: string | null) => () =>
    compileMessages({ en: en === null ? {} : { key: en }, fr: fr === null ? {} : { key: fr } });

  test.each<[string, string | null, string | null, RegExp]>([
    ['a message that cannot be read', 'Hello {name', 'Bonjour {name}', /^en\.json, "key": /],
    ['a key that the other language lacks', 'Hello', null, /^fr\.json lacks "key"/],
    ['a key that the first language lacks', null, 'Bonjour', /^en\.json lacks "key"/],
    ['an argument that the other language forgets', 'Hello {name}', 'Bonjour', /^fr\.json, "key": takes nothing, in en readonly name/], // prettier-ignore
    ['an argument of another type', 'Hello {n, number}', 'Bonjour {n}', /^fr\.json, "key": takes readonly n: string/], // prettier-ignore
    ['a form that the language has not', LEFT, '{count, plural, one {#} few {#} other {#}}', /^fr\.json, "key": fr has no plural "few"/], // prettier-ignore
    ['a plural without a singular', '{count, plural, other {#}}', LEFT, /^en\.json, "key": a plural lacks "one"/], // prettier-ignore
    ['an ordinal without all of its forms', '{n, selectordinal, other {#th}}', '{n, selectordinal, one {#er} other {#e}}', /lacks "one", "two", "few"/], // prettier-ignore
    ['a choice without an other', '{k, select, A {x}}', '{k, select, A {x}}', /^en\.json, "key": /],
    ['a date, which knows no zone', '{d, date}', '{d, date}', /formatted before/],
    ['an argument by number', '{0}', '{0}', /\{0\} is not a name/],
  ])('%s', (_name, en, fr, expected) => {
    expect(refuse(en, fr)).toThrow(expected);
  });
});

/** Those of a textarea end in no ellipsis: what is longer is cut in the middle of a word on a phone. */
test('what stands in an empty field is shorter than 32 characters in every language', () => {
  const fields = globSync('web/src/**/*.tsx').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\bplaceholder=(\{t\('([^']+)'\)\}|\S+)/g),
  ]);
  const keys = fields.flatMap(([, , key]) => key ?? []);
  expect(keys).toContain('quickAdd.placeholder');
  // None is written into a page, past its languages.
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

test('French keeps its signs on the line of the word that they stand beside', () => {
  const loose = globSync('web/messages/fr*.json').flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
      .filter(([, text]) => /«(?!\u00a0)|(?<!\u00a0)(»|:(?!\S))|(?<![\u202f\u00a0])[;!?]/.test(text))
      .map(([key]) => key),
  );
  expect(loose).toEqual([]);
});
