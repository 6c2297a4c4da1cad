import { en } from './en.js';
import { fr } from './fr.js';
import type { Language } from './language.js';

/** Every language there is; to add one, write its file and name it here. */
export const LANGUAGES: readonly Language[] = [en, fr];

export function languageOf(locale: string): Language {
  const code = locale.split(/[-_]/, 1)[0]?.toLowerCase();
  return LANGUAGES.find((language) => language.code === code) ?? en;
}

export function isMonthFirst(language: Language, locale: string): boolean {
  return language.monthFirst.includes(locale.replace('_', '-'));
}
