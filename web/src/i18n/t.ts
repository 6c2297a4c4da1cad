import { computed, signal } from '@preact/signals';
import { tagOf, type Language } from './formats.ts';
import type { messages as english } from './messages.en.gen.ts';

type Messages = typeof english;
export type Key = keyof Messages;
/** What a message needs to be said: nothing, or the arguments that stand in it. */
type Arguments<K extends Key> = Messages[K] extends (values: infer A) => string ? [values: A] : [];

const LANGUAGES = { en: 'English', fr: 'Français' } as const satisfies Record<Language, string>;
export { LANGUAGES, type Language };

const KEPT = 'planner.locale';
const loaders = {
  en: () => import('./messages.en.gen.ts'),
  fr: () => import('./messages.fr.gen.ts'),
};

const messages = signal<Messages | null>(null);
export const language = signal<Language>('en');
/** The language with its region, for `Intl`. */
export const tag = computed(() => tagOf(language.value));

/** Says it in the language that is shown. */
export function t<K extends Key>(key: K, ...values: Arguments<K>): string {
  const message = messages.value?.[key] as string | ((values: unknown) => string) | undefined;
  return typeof message === 'function' ? message(values[0]) : (message ?? key);
}

/** What was chosen here last, else what the browser asks for. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  return kept === 'fr' || (kept === null && navigator.language.startsWith('fr')) ? 'fr' : 'en';
}

/** Shows everything in this language from now on, and remembers it here. */
export async function speak(next: Language): Promise<void> {
  const { messages: loaded } = await loaders[next]();
  messages.value = loaded;
  language.value = next;
  document.documentElement.lang = next;
  if (localStorage.getItem(KEPT) !== next) localStorage.setItem(KEPT, next);
}
