import { compileGrammar, type Grammar } from '../grammar/grammar.js';
import { en } from './en.js';
import { fr } from './fr.js';
import type { Language } from './language.js';

/** All languages. To add one, write its file and add it here. */
export const LANGUAGES: readonly Language[] = [en, fr];

const grammars = new Map<Language, Grammar>();

/**
 * Returns the grammar for `locale`. Returns the English grammar for an unknown language. A grammar is
 * compiled when it is first used.
 */
export function findGrammar(locale: string): Grammar {
  const code = locale.split(/[-_]/, 1)[0]?.toLowerCase();
  const language = LANGUAGES.find((known) => known.code === code) ?? en;
  let grammar = grammars.get(language);
  if (grammar === undefined) grammars.set(language, (grammar = compileGrammar(language)));
  return grammar;
}

export function isMonthFirst(language: Language, locale: string): boolean {
  return language.monthFirst.includes(locale.replace('_', '-'));
}
