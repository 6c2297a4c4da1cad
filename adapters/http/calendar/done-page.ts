import type { Locale } from '../../../domain/households/household.js';
import type { Page } from '../html-page.js';

export type ConnectEnd = 'connected' | 'failed';

/** How it ended; holds nothing of the request. */
export const CONNECT_DONE: Readonly<Record<Locale, Readonly<Record<ConnectEnd, Page>>>> = {
  en: {
    connected: {
      title: 'Calendar connected',
      paragraphs: ['You can close this page and go back to the app.'],
    },
    failed: {
      title: 'The calendar was not connected',
      paragraphs: ['You can close this page, go back to the app and try again there.'],
    },
  },
  fr: {
    connected: {
      title: 'Agenda connecté',
      paragraphs: ['Vous pouvez fermer cette page et revenir à l’application.'],
    },
    failed: {
      title: 'L’agenda n’a pas été connecté',
      paragraphs: ['Vous pouvez fermer cette page, revenir à l’application et réessayer.'],
    },
  },
};
