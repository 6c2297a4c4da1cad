/**
 * The languages of texts that the service writes itself, such as e-mails, notifications and descriptions of
 * rules.
 */
export const LOCALES = ['en', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];
