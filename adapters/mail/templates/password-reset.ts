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
      'Somebody, hopefully you, asked for a new password for your account. You can choose one here:',
    ],
    action: { label: 'Choose a new password', link },
    notes: [
      `The link works once, for ${minutes} minutes. It signs you out everywhere and ends your calendar addresses.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  fr: (name, link, minutes) => ({
    subject: 'Choisissez un nouveau mot de passe',
    greeting: `Bonjour ${name},`,
    paragraphs: [
      'Quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour votre compte. Vous pouvez le choisir ici :',
    ],
    action: { label: 'Choisir un nouveau mot de passe', link },
    notes: [
      `Le lien fonctionne une seule fois, pendant ${minutes} minutes. Il vous déconnecte de tous vos appareils et met fin à vos adresses d’agenda.`,
      'Si ce n’était pas vous, ne faites rien : votre mot de passe ne change pas.',
    ],
  }),
};
