import type { Locale } from '../../../domain/shared/locale.js';
import type { InvitationMail } from '../../../application/shared/ports.js';
import { asName, type Letter } from './letter.js';

export function invitationLetter(mail: InvitationMail): Letter {
  const until = new Intl.DateTimeFormat(mail.locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: mail.timeZone,
  }).format(mail.expiresAt);
  return WORDS[mail.locale](asName(mail.inviter), asName(mail.household), mail.link, until);
}

const WORDS: Record<Locale, (inviter: string, household: string, link: string, until: string) => Letter> = {
  en: (inviter, household, link, until) => ({
    subject: 'An invitation to share the tasks of a household',
    greeting: 'Hello,',
    paragraphs: [
      `${inviter} would like to share the tasks of the household “${household}” with you. Sign in or register with this address, and you are part of it:`,
    ],
    action: { label: 'Join the household', link },
    notes: [
      `The invitation is for you alone and holds until ${until}.`,
      `If you do not know ${inviter}, ignore this mail: nothing happens.`,
    ],
  }),
  fr: (inviter, household, link, until) => ({
    subject: 'Une invitation à partager les tâches d’un foyer',
    greeting: 'Bonjour,',
    paragraphs: [
      `${inviter} souhaite partager avec vous les tâches du foyer « ${household} ». Connectez-vous ou inscrivez-vous avec cette adresse pour en faire partie :`,
    ],
    action: { label: 'Rejoindre le foyer', link },
    notes: [
      `L’invitation est pour vous seul et vaut jusqu’au ${until}.`,
      `Si vous ne connaissez pas ${inviter}, ignorez ce message : il ne se passera rien.`,
    ],
  }),
};
