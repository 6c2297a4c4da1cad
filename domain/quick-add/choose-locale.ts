import { LANGUAGES } from './languages/index.js';
import { parse } from './parse.js';
import type { QuickAddContext } from './result.js';

/**
 * Returns the language in which more of the text can be read as dates and other fields. The default is `own`.
 * Another language is returned if it explains more characters and a title is left ("demain" alone may be a
 * title in any language). Ranges in `context.ignore` are read here too, so that the language stays the same
 * if the user rejects a reading.
 */
export function chooseLocale(text: string, own: string, context: Omit<QuickAddContext, 'locale'>): string {
  const code = own.split(/[-_]/, 1)[0];
  const others = LANGUAGES.map((language) => language.code).filter((other) => other !== code);
  let [best, most] = [own, explained(text, { ...context, locale: own })];
  for (const locale of others) {
    const characters = explained(text, { ...context, locale });
    if (characters > most) [best, most] = [locale, characters];
  }
  return best;
}

/**
 * Returns how many characters are read as something other than the title, or -1 if the text cannot be a task.
 */
function explained(text: string, context: QuickAddContext): number {
  const read = parse(text, { ...context, ignore: [] });
  if (read.kind !== 'task' || read.task.title === '') return -1;
  return read.spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
