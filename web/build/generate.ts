import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessages, type Messages } from './messages.ts';
import { generateSchema } from './schema.ts';

const WEB = path.resolve(import.meta.dirname, '..');

/**
 * Where the texts of the client are written, `en.json` and `fr.json`; in `en.sign-in.json` what signing in says, in `en.more.json` what
 * the first screen does without, in `en.settings.json` what settings of the household and the account say, displays, passes and the activity, in
 * `en.notices.json` what notifications say, which the worker knows too, in `en.errors.json` why the service refuses something.
 */
export const MESSAGES_FOLDER = path.join(WEB, 'messages');

/** Writes the sources that are made of others: types, linter and layers see them as files. Untouched where they are so already. */
export function generateSources(): void {
  for (const part of PARTS) {
    const compiled = compileMessages({ en: readMessages(`en${part}`), fr: readMessages(`fr${part}`) }, part);
    for (const [language, source] of Object.entries(compiled)) {
      const file = path.join(WEB, `src/i18n/messages.${language}${part}.gen.ts`);
      if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeFileSync(file, source);
    }
  }
}

const PARTS = ['', '.sign-in', '.more', '.settings', '.notices', '.errors'];

const readMessages = (name: string) =>
  JSON.parse(readFileSync(path.join(MESSAGES_FOLDER, `${name}.json`), 'utf8')) as Messages;

if (import.meta.main) {
  generateSources();
  await generateSchema();
}
