import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessages, type Messages } from './messages.ts';

const WEB = path.resolve(import.meta.dirname, '..');

/** Where the texts of the client are written, `en.json` and `fr.json`. */
export const MESSAGES_FOLDER = path.join(WEB, 'messages');

/** Writes the sources that are made of others: types, linter and layers see them as files. Untouched where they are so already. */
export function generateSources(): void {
  const compiled = compileMessages({ en: readMessages('en'), fr: readMessages('fr') });
  for (const [language, source] of Object.entries(compiled)) {
    const file = path.join(WEB, `src/i18n/messages.${language}.gen.ts`);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeFileSync(file, source);
  }
}

const readMessages = (language: string) =>
  JSON.parse(readFileSync(path.join(MESSAGES_FOLDER, `${language}.json`), 'utf8')) as Messages;

if (import.meta.main) generateSources();
