/**
 * The languages in which the service writes its own texts, such as mails, notifications and descriptions of
 * rules.
 */
export const LOCALES = ['en', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];
