import type { Request } from 'express';
import { LOCALES, type Locale } from '../../domain/shared/locale.js';

/** Returns the preferred language of the browser, for pages without a session. */
export function preferredLocale(request: Request): Locale {
  return LOCALES.find((locale) => locale === request.acceptsLanguages([...LOCALES])) ?? 'en';
}
