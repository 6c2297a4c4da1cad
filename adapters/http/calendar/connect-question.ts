import type { Locale } from '../../../domain/households/household.js';
import type { Page } from '../html-page.js';

type Question = { readonly name: string; readonly email: string; readonly link: string };

/** Asks whoever opened a ticket whether it is really their account that is to get their calendar. */
export function connectQuestion(locale: Locale, question: Question): Page {
  return WORDS[locale](question);
}

const WORDS: Readonly<Record<Locale, (question: Question) => Page>> = {
  en: ({ name, email, link }) => ({
    title: 'Connect your calendar?',
    paragraphs: [
      `The calendar that you choose next will be connected to the account of ${name} (${email}).`,
      'If this is not your account, close this page: whoever sent it to you would get your calendar.',
    ],
    action: { label: 'This is my account: continue', link },
  }),
  fr: ({ name, email, link }) => ({
    title: 'Connecter votre agenda ?',
    paragraphs: [
      `L’agenda que vous choisirez ensuite sera connecté au compte de ${name} (${email}).`,
      'Si ce n’est pas votre compte, fermez cette page : qui vous l’a envoyée obtiendrait votre agenda.',
    ],
    action: { label: 'C’est mon compte : continuer', link },
  }),
};
