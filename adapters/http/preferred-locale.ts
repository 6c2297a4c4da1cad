import type { Request } from 'express';
import { LOCALES, type Locale } from '../../domain/shared/locale.js';

/**
 * Returns the supported language that the browser prefers, or English if it accepts none. Used for pages without a
 * session.
 */
export function preferredLocale(request: Request): Locale {
  return LOCALES.find((locale) => locale === request.acceptsLanguages([...LOCALES])) ?? 'en';
}
