import type { Locale } from '../../../domain/shared/locale.js';
import type { InvitationMail } from '../../../application/shared/ports.js';
import { asName, type Letter } from './letter.js';

export function invitationLetter(mail: InvitationMail): Letter {
  const until = new Intl.DateTimeFormat(mail.locale === 'en' ? 'en-GB' : 'fr-FR', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: mail.timeZone,
  }).format(mail.expiresAt);
  return WORDS[mail.locale](asName(mail.inviter), asName(mail.household), mail.link, until);
}

const WORDS: Record<Locale, (inviter: string, household: string, link: string, until: string) => Letter> = {
  en: (inviter, household, link, until) => ({
    subject: 'You’re invited to join a household',
    greeting: 'Hello,',
    paragraphs: [
      `${inviter} invites you to join the household “${household}” and share its tasks. Sign in or create an account with this e-mail address to join:`,
    ],
    action: { label: 'Join the household', link },
    notes: [
      `This invitation is only for you and expires on ${until}.`,
      `If you don’t know ${inviter}, ignore this e-mail.`,
    ],
  }),
  fr: (inviter, household, link, until) => ({
    subject: 'Invitation à rejoindre un foyer',
    greeting: 'Bonjour,',
    paragraphs: [
      `${inviter} vous invite à rejoindre le foyer « ${household} » et à partager ses tâches. Connectez-vous ou créez un compte avec cette adresse e-mail pour le rejoindre :`,
    ],
    action: { label: 'Rejoindre le foyer', link },
    notes: [
      `Cette invitation vous est personnelle. Elle est valable jusqu’au ${until}.`,
      `Si vous ne connaissez pas ${inviter}, ignorez cet e-mail.`,
    ],
  }),
};
