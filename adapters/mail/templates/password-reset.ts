import type { Locale } from '../../../domain/shared/locale.js';
import type { PasswordResetMail } from '../../../application/shared/ports.js';
import { asName, type Letter } from './letter.js';

export function passwordResetLetter({ locale, name, link, validForMinutes }: PasswordResetMail): Letter {
  return WORDS[locale](asName(name), link, validForMinutes);
}

const WORDS: Record<Locale, (name: string, link: string, minutes: number) => Letter> = {
  en: (name, link, minutes) => ({
    subject: 'Choose a new password',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of your account. Choose a new one here:',
    ],
    action: { label: 'Choose a new password', link },
    notes: [
      `The link works once and expires in ${minutes} minutes. Using it signs you out on all your devices and revokes your calendar links.`,
      'If it wasn’t you, ignore this e-mail. Your password won’t change.',
    ],
  }),
  fr: (name, link, minutes) => ({
    subject: 'Choisissez un nouveau mot de passe',
    greeting: `Bonjour ${name},`,
    paragraphs: [
      'Quelqu’un, probablement vous, a demandé à réinitialiser le mot de passe de votre compte. Choisissez-en un nouveau ici :',
    ],
    action: { label: 'Choisir un nouveau mot de passe', link },
    notes: [
      `Le lien fonctionne une seule fois et expire dans ${minutes} minutes. Vous serez alors déconnecté de tous vos appareils, et vos liens d’agenda seront désactivés.`,
      'Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe ne changera pas.',
    ],
  }),
};
