import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessages, type Messages } from './messages.ts';
import { generateSchema } from './schema.ts';

const WEB = path.resolve(import.meta.dirname, '..');

/**
 * The folder of the client's texts, for each language:
 *
 * - `en.json`: the first screen
 * - `en.sign-in.json`: signing in
 * - `en.more.json`: everything else
 * - `en.settings.json`: settings of the household and the account, displays, passes and the activity
 * - `en.notices.json`: notifications; the service worker uses them too
 * - `en.errors.json`: why the service refused a request
 */
export const MESSAGES_FOLDER = path.join(WEB, 'messages');

/**
 * Writes the sources that are compiled from the messages, so that the type checker, the linter and the layer check
 * find them. Files that are up to date are not touched.
 */
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
