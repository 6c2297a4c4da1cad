import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Texts in ICU message format, by key. */
export type Messages = Readonly<Record<string, string>>;

/** The arguments of a message: the name of each, and whether it is a number or a text. */
type Arguments = ReadonlyMap<string, 'number' | 'string'>;

type Parsed = { readonly elements: readonly MessageFormatElement[]; readonly takes: Arguments };

/**
 * Compiles the messages of all languages to TypeScript modules that export `messages`: for each key a string, or a
 * function of its arguments that needs only `Intl`. The other languages must have the same keys and arguments as the
 * first one.
 * @param part the suffix in the names of the modules, such as `.more`
 * @throws Error with the language, the key and the problem: a syntax error, a kind of argument that is not supported,
 *   a key that only some languages have, arguments that differ from the first language, or unknown or missing plural
 *   forms
 */
export function compileMessages<L extends string>(
  languages: Readonly<Record<L, Messages>>,
  part = '',
): Record<L, string> {
  const all = Object.entries<Messages>(languages).map(([language, texts]) => ({
    language,
    messages: parseAll(language, texts),
  }));
  const [first, ...others] = all;
  if (first === undefined) return {} as Record<L, string>;
  for (const other of others) compare(first, other);
  const modules = all.map(({ language, messages }) => [
    language,
    writeModule(language, messages, language === first.language ? null : first.language, part),
  ]);
  return Object.fromEntries(modules) as Record<L, string>;
}

type Language = { readonly language: string; readonly messages: ReadonlyMap<string, Parsed> };

function parseAll(language: string, texts: Messages): Map<string, Parsed> {
  const parsed = Object.entries(texts).map(([key, text]) => {
    try {
      // Messages contain no markup, so `<` is an ordinary character.
      const elements = parse(text, { ignoreTag: true });
      const takes = new Map<string, 'number' | 'string'>();
      for (const element of elements) read(element, language, takes);
      return [key, { elements, takes }] as const;
    } catch (error) {
      throw new Error(`${language}.json, "${key}": ${(error as Error).message}`, { cause: error });
    }
  });
  return new Map(parsed);
}

function read(
  element: MessageFormatElement,
  language: string,
  takes: Map<string, 'number' | 'string'>,
): void {
  switch (element.type) {
    case TYPE.literal:
    case TYPE.pound:
      return;
    case TYPE.argument:
      if (!takes.has(element.value)) takes.set(nameOf(element.value), 'string');
      return;
    case TYPE.number:
      if (element.style) throw new Error('numbers have no styles here');
      takes.set(nameOf(element.value), 'number');
      return;
    case TYPE.select:
      if (takes.get(element.value) === 'number')
        throw new Error(`{${element.value}} is a number and a choice`);
      takes.set(nameOf(element.value), 'string');
      break;
    case TYPE.plural:
      takes.set(nameOf(element.value), 'number');
      checkForms(Object.keys(element.options), language, element.pluralType ?? 'cardinal');
      break;
    default:
      throw new Error('dates and times are formatted before, and passed as texts');
  }
  for (const { value } of Object.values(element.options))
    for (const inner of value) read(inner, language, takes);
}

function nameOf(argument: string): string {
  if (!/^[a-z]\w*$/i.test(argument)) throw new Error(`{${argument}} is not a name`);
  return argument;
}

/**
 * Throws an error if a plural form is missing that a number up to 1000 needs, or if a form does not exist in the
 * language.
 */
function checkForms(options: readonly string[], language: string, type: Intl.PluralRuleType): void {
  const rules = new Intl.PluralRules(language, { type });
  const known = rules.resolvedOptions().pluralCategories;
  const reached = new Set(['other', ...Array.from({ length: 1001 }, (_, number) => rules.select(number))]);
  const forms = options.filter((option) => !option.startsWith('='));
  const unknown = forms.filter((form) => !(known as readonly string[]).includes(form));
  if (unknown.length > 0) throw new Error(`${language} has no plural "${unknown.join('", "')}"`);
  const missing = [...reached].filter((form) => !forms.includes(form));
  if (missing.length > 0) throw new Error(`a plural lacks "${missing.join('", "')}"`);
}

function compare(first: Language, other: Language): void {
  const missing = [...first.messages.keys()].filter((key) => !other.messages.has(key));
  if (missing.length > 0) throw new Error(`${other.language}.json lacks "${missing.join('", "')}"`);
  for (const [key, { takes }] of other.messages) {
    const expected = first.messages.get(key)?.takes;
    if (expected === undefined) throw new Error(`${first.language}.json lacks "${key}"`);
    const [mine, theirs] = [describeArguments(takes), describeArguments(expected)];
    if (mine !== theirs)
      throw new Error(
        `${other.language}.json, "${key}": takes ${mine || 'nothing'}, in ${first.language} ${theirs || 'nothing'}`,
      );
  }
}

const describeArguments = (takes: Arguments): string =>
  [...takes]
    .map(([name, type]) => `readonly ${name}: ${type}`)
    .sort()
    .join('; ');

function writeModule(
  language: string,
  messages: ReadonlyMap<string, Parsed>,
  like: string | null,
  part: string,
): string {
  const used = new Set<Helper>();
  const entries = [...messages].map(([key, { elements, takes }]) => {
    const text = writeText(elements, { takes, used, pound: null });
    const value = takes.size === 0 ? text : `(a: { ${describeArguments(takes)} }) => ${text}`;
    return `  ${JSON.stringify(key)}: ${value},\n`;
  });
  const body = entries.join('');
  const name = JSON.stringify(language);
  const helpers: Record<Helper, string> = {
    // Small integers are written without `Intl`: they look the same in English and French, and creating the
    // first `Intl.NumberFormat` takes 100 ms on a phone.
    n: `const n = (value: number) => (value >>> 0 === value && value < 1000 ? String(value) : new Intl.NumberFormat(${name}).format(value));\n`,
    p: `const rules = new Intl.PluralRules(${name});\nconst p = (value: number) => rules.select(value);\n`,
    o: `const ordinals = new Intl.PluralRules(${name}, { type: 'ordinal' });\nconst o = (value: number) => ordinals.select(value);\n`,
  };
  return [
    `// Made of messages/${language}${part}.json by the build.\n`,
    ...(like === null
      ? []
      : [`import type { messages as first } from './messages.${like}${part}.gen.ts';\n`]),
    ...[...used].map((helper) => helpers[helper]),
    `export const messages${like === null ? '' : ': typeof first'} = {\n${body}};\n`,
  ].join('');
}

/**
 * Helper functions of a module: format a number (n), choose the form of a plural (p) or of an ordinal (o).
 */
type Helper = 'n' | 'p' | 'o';

type Place = {
  readonly takes: Arguments;
  /** The helper functions that the generated module needs, collected while its messages are compiled. */
  readonly used: Set<Helper>;
  /** The expression that replaces `#`. null outside of plurals. */
  readonly pound: string | null;
};

/** Returns the source of a template literal, or of a string if nothing is inserted. */
function writeText(elements: readonly MessageFormatElement[], place: Place): string {
  const [only] = elements;
  if (elements.length === 0) return "''";
  if (elements.length === 1 && only?.type === TYPE.literal) return JSON.stringify(only.value);
  const parts = elements.map((element) =>
    element.type === TYPE.literal
      ? element.value.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')
      : `\${${writeValue(element, place)}}`,
  );
  return `\`${parts.join('')}\``;
}

function writeValue(element: Exclude<MessageFormatElement, { type: TYPE.literal }>, place: Place): string {
  switch (element.type) {
    case TYPE.pound:
      return place.pound === null ? "'#'" : call('n', place.pound, place);
    case TYPE.argument:
      return place.takes.get(element.value) === 'number'
        ? call('n', `a.${element.value}`, place)
        : `a.${element.value}`;
    case TYPE.number:
      return call('n', `a.${element.value}`, place);
    case TYPE.select:
      return writeChoice(
        element.options,
        (option) => `a.${element.value} === ${JSON.stringify(option)}`,
        place,
      );
    case TYPE.plural: {
      const exact = `a.${element.value}`;
      const value = element.offset ? `${exact} - ${String(element.offset)}` : exact;
      const rules = element.pluralType === 'ordinal' ? 'o' : 'p';
      return writeChoice(
        element.options,
        (option) =>
          option.startsWith('=')
            ? `${exact} === ${option.slice(1)}`
            : `${call(rules, value, place)} === '${option}'`,
        { ...place, pound: value },
      );
    }
    default:
      throw new Error('not a part of a message');
  }
}

function call(helper: Helper, value: string, { used }: Place): string {
  used.add(helper);
  return `${helper}(${value})`;
}

/**
 * Returns the source of the conditional expression that chooses the text of a plural or select argument. Exact
 * numbers such as `=0` are compared first, then the plural forms. The text of `other` is used if no condition is
 * true.
 */
function writeChoice(
  options: Readonly<Record<string, { readonly value: MessageFormatElement[] }>>,
  condition: (option: string) => string,
  place: Place,
): string {
  const asked = Object.entries(options).filter(([option]) => option !== 'other');
  const exactFirst = [
    ...asked.filter(([option]) => option.startsWith('=')),
    ...asked.filter(([option]) => !option.startsWith('=')),
  ];
  const branches = exactFirst.map(
    ([option, { value }]) => `${condition(option)} ? ${writeText(value, place)} : `,
  );
  return branches.join('') + writeText(options['other']?.value ?? [], place);
}
