import { LANGUAGES } from './languages/index.js';
import { parse } from './parse.js';
import type { QuickAddContext } from './result.js';

/**
 * The language in which the text says more: `own`, unless another explains more of its characters and leaves a title
 * too. "demain" alone is a title, whoever writes it. What the user took back counts all the same, so that taking back
 * changes no language.
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

/** How many characters are read as something else than title; -1 where that cannot be a task. */
function explained(text: string, context: QuickAddContext): number {
  const read = parse(text, { ...context, ignore: [] });
  if (read.kind !== 'task' || read.task.title === '') return -1;
  return read.spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
