import type { Locale } from '../../../domain/shared/locale.js';
import type { IdentityLinkedMail } from '../../../application/shared/ports.js';
import { asName, type Letter } from './letter.js';

export function identityLinkedLetter({ locale, name, link }: IdentityLinkedMail): Letter {
  return WORDS[locale](asName(name), link);
}

const WORDS: Record<Locale, (name: string, link: string) => Letter> = {
  en: (name, link) => ({
    subject: 'A Google account was linked to your account',
    greeting: `Hello ${name},`,
    paragraphs: [
      'A Google account was linked to your account and can now be used to sign in. You can review or unlink it here:',
    ],
    action: { label: 'Open security settings', link },
    notes: ['If it wasn’t you, unlink it and choose a new password, which signs everyone else out.'],
  }),
  fr: (name, link) => ({
    subject: 'Un compte Google a été associé à votre compte',
    greeting: `Bonjour ${name},`,
    paragraphs: [
      'Un compte Google a été associé à votre compte et permet désormais de s’y connecter. Vous pouvez le vérifier ou le dissocier ici :',
    ],
    action: { label: 'Ouvrir les réglages de sécurité', link },
    notes: [
      'Si ce n’était pas vous, dissociez-le et choisissez un nouveau mot de passe : tous les autres appareils seront déconnectés.',
    ],
  }),
};
