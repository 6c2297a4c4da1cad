import { computed, signal } from '@preact/signals';
import { chooseTag, type Language } from './formats.ts';
import type { messages as english } from './messages.en.gen.ts';
import type { messages as errors } from './messages.en.errors.gen.ts';
import type { messages as later } from './messages.en.more.gen.ts';
import type { messages as notices } from './messages.en.notices.gen.ts';
import type { messages as settings } from './messages.en.settings.gen.ts';
import type { messages as signIn } from './messages.en.sign-in.gen.ts';

type Messages = typeof english &
  typeof signIn &
  typeof later &
  typeof settings &
  typeof notices &
  typeof errors;
export type Key = keyof Messages;
/** The arguments of a message. Empty if it has none. */
type Arguments<K extends Key> = Messages[K] extends (values: infer A) => string ? [values: A] : [];

const LANGUAGES = { en: 'English', fr: 'Français' } as const satisfies Record<Language, string>;
export { LANGUAGES, type Language };

const KEPT = 'planner.locale';
/**
 * The messages of each language, split into parts. The first page needs only the first part, signing in needs two.
 */
const loaders = {
  en: [
    () => import('./messages.en.gen.ts'),
    () => import('./messages.en.sign-in.gen.ts'),
    () => import('./messages.en.more.gen.ts'),
    () => import('./messages.en.settings.gen.ts'),
    () => import('./messages.en.notices.gen.ts'),
    () => import('./messages.en.errors.gen.ts'),
  ],
  fr: [
    () => import('./messages.fr.gen.ts'),
    () => import('./messages.fr.sign-in.gen.ts'),
    () => import('./messages.fr.more.gen.ts'),
    () => import('./messages.fr.settings.gen.ts'),
    () => import('./messages.fr.notices.gen.ts'),
    () => import('./messages.fr.errors.gen.ts'),
  ],
};
/** How many of the parts are needed so far. Loaded pages can only raise the number. */
let wanted = 1;

/** The loaded messages. They need no signal, because loading more does not change the messages that are shown. */
const messages: Partial<Record<Language, Messages>> = {};
export const language = signal<Language>('en');
/** The locale for `Intl`, with its region. */
export const tag = computed(() => chooseTag(language.value));

/** A letter of a right-to-left script. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Returns the arguments of a message. Values that contain right-to-left letters are put between the characters FSI
 * and PDI (Unicode Standard Annex #9), so that they do not reorder the words around them.
 */
export function isolateAll<V>(values: V): V {
  if (typeof values !== 'object' || values === null) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  ) as V;
}

/** Returns the message in the current language, or its key if it is not loaded. */
export function t<K extends Key>(key: K, ...values: Arguments<K>): string {
  const message = messages[language.value]?.[key] as string | ((values: unknown) => string) | undefined;
  return typeof message === 'function' ? message(isolateAll(values[0])) : (message ?? key);
}

/** Returns the language that was last chosen on this device, or else that of the browser. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  return kept === 'fr' || (kept === null && navigator.language.startsWith('fr')) ? 'fr' : 'en';
}

/** Changes the language of the page and remembers it on this device. */
export async function setLanguage(next: Language): Promise<void> {
  await load(next);
  language.value = next;
  document.documentElement.lang = next;
  if (localStorage.getItem(KEPT) !== next) localStorage.setItem(KEPT, next);
}

async function load(next: Language): Promise<void> {
  const parts = await Promise.all(loaders[next].slice(0, wanted).map((part) => part()));
  // A page that needs more parts may have been loaded in the meantime.
  if (parts.length < wanted) return load(next);
  messages[next] = Object.assign({}, ...parts.map((part) => part.messages)) as Messages;
}

/**
 * Returns the messages of notifications in the current language. Only pages loaded with {@link withWords}
 * have them.
 */
export const noticeWords = (): typeof notices => messages[language.value] as Messages;

let more: Promise<void> | null = null;

/** Loads a page together with all messages. */
export const withWords = <T>(page: Promise<T>): Promise<T> => withParts(page, loaders.en.length);

/**
 * Loads the sign-in page with only the messages that it needs, because it may be the first page of a visit.
 */
export const withSignInWords = <T>(page: Promise<T>): Promise<T> => withParts(page, 2);

async function withParts<T>(page: Promise<T>, count: number): Promise<T> {
  if (more === null || count > wanted) {
    wanted = Math.max(wanted, count);
    more = loadMore();
  }
  await more;
  return page;
}

async function loadMore(): Promise<void> {
  try {
    let next: Language;
    do {
      next = language.value;
      await load(next);
    } while (next !== language.value);
  } catch (error) {
    more = null;
    throw error;
  }
}
