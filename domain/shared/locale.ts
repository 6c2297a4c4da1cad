/** The languages in which the service writes texts of its own: mails, notifications, rules in words. */
export const LOCALES = ['en', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];
