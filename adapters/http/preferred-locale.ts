import type { Request } from 'express';
import { LOCALES, type Locale } from '../../domain/shared/locale.js';

/** The language of a page for who may not be signed in. */
export function preferredLocale(request: Request): Locale {
  return LOCALES.find((locale) => locale === request.acceptsLanguages([...LOCALES])) ?? 'en';
}
