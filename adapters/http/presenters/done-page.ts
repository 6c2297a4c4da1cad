import type { Locale } from '../../../domain/households/household.js';

export type ConnectEnd = 'connected' | 'failed';

const TEXTS: Readonly<Record<Locale, Readonly<Record<ConnectEnd, readonly [title: string, text: string]>>>> =
  {
    en: {
      connected: ['Calendar connected', 'You can close this page and go back to the app.'],
      failed: [
        'The calendar was not connected',
        'You can close this page, go back to the app and try again there.',
      ],
    },
    fr: {
      connected: ['Agenda connecté', 'Vous pouvez fermer cette page et revenir à l’application.'],
      failed: [
        'L’agenda n’a pas été connecté',
        'Vous pouvez fermer cette page, revenir à l’application et réessayer.',
      ],
    },
  };

/** A whole page that loads nothing and holds nothing of the request. */
export function presentDonePage(locale: Locale, end: ConnectEnd): string {
  const [title, text] = TEXTS[locale][end];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>${text}</p>
</body>
</html>
`;
}
