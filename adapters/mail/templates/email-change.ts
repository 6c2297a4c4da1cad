import type { EmailChangeMail } from '../../../application/shared/ports.js';
import type { Locale } from '../../../domain/shared/locale.js';
import { asName, type Letter } from './letter.js';

/** The letter to the new address. Its link proves that the address belongs to the user. */
export function emailProofLetter({ locale, name, link }: EmailChangeMail): Letter {
  return PROOF[locale](asName(name), link);
}

/** The letter to the old address before the change. Its link lets the owner of the address stop the change. */
export function emailRefusalLetter({ locale, name, link }: EmailChangeMail): Letter {
  return REFUSAL[locale](asName(name), link);
}

/** The letter to the old address after the change. */
export function emailChangedLetter({ locale, name, link }: EmailChangeMail): Letter {
  return CHANGED[locale](asName(name), link);
}

type Words = Record<Locale, (name: string, link: string) => Letter>;

const PROOF: Words = {
  en: (name, link) => ({
    subject: 'Confirm your e-mail address',
    greeting: `Hello ${name},`,
    paragraphs: ['You asked to use this e-mail address for your account. Confirm it here:'],
    action: { label: 'Confirm the address', link },
    notes: [
      'The link works once and expires in 24 hours. Open it on a device where you’re signed in.',
      'If you didn’t ask for this, ignore this e-mail. Your account won’t change.',
    ],
  }),
  fr: (name, link) => ({
    subject: 'Confirmez votre adresse e-mail',
    greeting: `Bonjour ${name},`,
    paragraphs: ['Vous avez demandé à utiliser cette adresse e-mail pour votre compte. Confirmez-la ici :'],
    action: { label: 'Confirmer l’adresse', link },
    notes: [
      'Le lien fonctionne une seule fois et expire dans 24 heures. Ouvrez-le sur un appareil où vous êtes connecté.',
      'Si vous n’avez rien demandé, ignorez cet e-mail : votre compte ne changera pas.',
    ],
  }),
};

const REFUSAL: Words = {
  en: (name, link) => ({
    subject: 'Someone wants to change your e-mail address',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Someone, hopefully you, asked to replace this e-mail address on your account. If it wasn’t you, reject the change here:',
    ],
    action: { label: 'Reject the change', link },
    notes: [
      'The link works for 24 hours, or until the new address is confirmed. Then choose a new password, which signs everyone else out.',
      'If it was you, ignore this e-mail and confirm the new address with the link we sent to it.',
    ],
  }),
  fr: (name, link) => ({
    subject: 'Demande de changement de votre adresse e-mail',
    greeting: `Bonjour ${name},`,
    paragraphs: [
      'Quelqu’un, probablement vous, a demandé à remplacer cette adresse e-mail sur votre compte. Si ce n’était pas vous, refusez le changement ici :',
    ],
    action: { label: 'Refuser le changement', link },
    notes: [
      'Le lien fonctionne pendant 24 heures, tant que la nouvelle adresse n’est pas confirmée. Choisissez ensuite un nouveau mot de passe : tous les autres appareils seront déconnectés.',
      'Si c’était vous, ignorez cet e-mail et confirmez la nouvelle adresse avec le lien qui y a été envoyé.',
    ],
  }),
};

const CHANGED: Words = {
  en: (name, link) => ({
    subject: 'Your e-mail address was changed',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Your account now uses another e-mail address, so you can’t sign in with this one any more. If you changed it yourself, there’s nothing to do.',
      'If it wasn’t you, undo the change here:',
    ],
    action: { label: 'Undo the change', link },
    notes: [
      'The link works once and expires in 7 days. You don’t need to be signed in.',
      'Your account then uses this address again. All devices are signed out, calendar links stop working, and password reset links sent to the other address become invalid.',
      'A password or Google sign-in that was set after the change no longer works. Reset your password by e-mail instead.',
    ],
  }),
  fr: (name, link) => ({
    subject: 'Votre adresse e-mail a été changée',
    greeting: `Bonjour ${name},`,
    paragraphs: [
      'Votre compte utilise désormais une autre adresse e-mail : vous ne pouvez plus vous connecter avec celle-ci. Si c’est vous qui l’avez changée, vous n’avez rien à faire.',
      'Si ce n’était pas vous, annulez le changement ici :',
    ],
    action: { label: 'Annuler le changement', link },
    notes: [
      'Le lien fonctionne une seule fois et expire dans 7 jours. Il n’est pas nécessaire d’être connecté.',
      'Votre compte retrouve alors cette adresse. Tous les appareils sont déconnectés, les liens d’agenda cessent de fonctionner, et les liens de réinitialisation du mot de passe envoyés à l’autre adresse ne sont plus valables.',
      'Un mot de passe ou une connexion avec Google définis après le changement ne fonctionnent plus : réinitialisez votre mot de passe par e-mail.',
    ],
  }),
};
