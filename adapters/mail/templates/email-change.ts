import type { EmailChangeMail } from '../../../application/shared/ports.js';
import type { Locale } from '../../../domain/shared/locale.js';
import { asName, type Letter } from './letter.js';

/** Sent to the new address, to prove that it belongs to the user. */
export function emailProofLetter({ locale, name, link }: EmailChangeMail): Letter {
  return PROOF[locale](asName(name), link);
}

/** Sent to the old address, so that its owner can stop the change. */
export function emailRefusalLetter({ locale, name, link }: EmailChangeMail): Letter {
  return REFUSAL[locale](asName(name), link);
}

/** Sent to the old address after the change. */
export function emailChangedLetter({ locale, name, link }: EmailChangeMail): Letter {
  return CHANGED[locale](asName(name), link);
}

type Words = Record<Locale, (name: string, link: string) => Letter>;

const PROOF: Words = {
  en: (name, link) => ({
    subject: 'Confirm your e-mail address',
    greeting: `Hello ${name},`,
    paragraphs: ['This address was given for your account. Confirm that it is yours here:'],
    action: { label: 'Confirm the address', link },
    notes: [
      'The link works once, for 24 hours, where you are signed in.',
      'If you gave no address, do nothing: nobody can use it.',
    ],
  }),
  fr: (name, link) => ({
    subject: 'Confirmez votre adresse e-mail',
    greeting: `Bonjour ${name},`,
    paragraphs: ['Cette adresse a été indiquée pour votre compte. Confirmez ici qu’elle est la vôtre :'],
    action: { label: 'Confirmer l’adresse', link },
    notes: [
      'Le lien fonctionne une seule fois, pendant 24 heures, là où vous êtes connecté.',
      'Si vous n’avez indiqué aucune adresse, ne faites rien : personne ne peut l’utiliser.',
    ],
  }),
};

const REFUSAL: Words = {
  en: (name, link) => ({
    subject: 'Your account is to get another e-mail address',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Somebody, hopefully you, wants your account to have another e-mail address in place of this one. If it was not you, refuse it here:',
    ],
    action: { label: 'Refuse the change', link },
    notes: [
      'The link works for 24 hours, until the other address is confirmed. Then choose a new password: that signs everybody else out.',
      'If it was you, do nothing here: confirm the other address with the link that was sent to it.',
    ],
  }),
  fr: (name, link) => ({
    subject: 'Votre compte doit changer d’adresse e-mail',
    greeting: `Bonjour ${name},`,
    paragraphs: [
      'Quelqu’un, vous sans doute, souhaite que votre compte ait une autre adresse e-mail à la place de celle-ci. Si ce n’était pas vous, refusez ici :',
    ],
    action: { label: 'Refuser le changement', link },
    notes: [
      'Le lien fonctionne pendant 24 heures, tant que l’autre adresse n’est pas confirmée. Choisissez ensuite un nouveau mot de passe : toutes les autres sessions prennent alors fin.',
      'Si c’était vous, ne faites rien ici : confirmez l’autre adresse avec le lien qui y a été envoyé.',
    ],
  }),
};

const CHANGED: Words = {
  en: (name, link) => ({
    subject: 'The e-mail address of your account was changed',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Your account now has another e-mail address, and this one no longer signs you in. If you changed it yourself, do nothing.',
      'If it was not you, take the change back here:',
    ],
    action: { label: 'Take the change back', link },
    notes: [
      'The link works once, for 7 days, and you need not be signed in.',
      'Your account then has this address again. All devices are signed out, calendar addresses stop working, and links for a new password that were sent to the other address end.',
      'If your password or Google sign-in changed in the meantime, neither works any longer: you choose a new password by e-mail.',
    ],
  }),
  fr: (name, link) => ({
    subject: 'L’adresse e-mail de votre compte a été changée',
    greeting: `Bonjour ${name},`,
    paragraphs: [
      'Votre compte a désormais une autre adresse e-mail, et celle-ci ne permet plus de vous connecter. Si c’est vous qui l’avez changée, ne faites rien.',
      'Si ce n’était pas vous, annulez le changement ici :',
    ],
    action: { label: 'Annuler le changement', link },
    notes: [
      'Le lien fonctionne une seule fois, pendant 7 jours, sans qu’il faille être connecté.',
      'Votre compte retrouve alors cette adresse. Tous les appareils sont déconnectés, les adresses d’agenda ne fonctionnent plus, et les liens de nouveau mot de passe envoyés à l’autre adresse prennent fin.',
      'Si votre mot de passe ou la connexion avec Google a changé entre-temps, ni l’un ni l’autre ne fonctionne plus : vous choisissez un nouveau mot de passe par e-mail.',
    ],
  }),
};
