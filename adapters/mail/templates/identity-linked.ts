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
      'A Google account was linked to your account and can sign in to it from now on. You can see and unlink it here:',
    ],
    action: { label: 'Open the security settings', link },
    notes: ['If it was not you, unlink it and choose a new password: that signs everybody else out.'],
  }),
  fr: (name, link) => ({
    subject: 'Un compte Google a été lié à votre compte',
    greeting: `Bonjour ${name},`,
    paragraphs: [
      'Un compte Google a été lié à votre compte et peut désormais s’y connecter. Vous pouvez le voir et le dissocier ici :',
    ],
    action: { label: 'Ouvrir les réglages de sécurité', link },
    notes: [
      'Si ce n’était pas vous, dissociez-le et choisissez un nouveau mot de passe : toutes les autres sessions prennent alors fin.',
    ],
  }),
};
