import type { Mail } from '../../application/shared/ports.js';
import { asHtml, asText } from './layout.js';
import { identityLinkedLetter } from './templates/identity-linked.js';
import { invitationLetter } from './templates/invitation.js';
import type { Letter } from './templates/letter.js';
import { passwordResetLetter } from './templates/password-reset.js';

/** What nodemailer takes. The recipient is given as an address, never as text that it would have to read. */
export type Message = {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
};

export function messageOf(mail: Mail, from: string): Message {
  const letter = letterOf(mail);
  return {
    from,
    to: { name: '', address: mail.to },
    subject: letter.subject,
    text: asText(letter),
    html: asHtml(letter, mail.locale),
    // No vacation notices, please (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.locale },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function letterOf(mail: Mail): Letter {
  switch (mail.kind) {
    case 'passwordReset':
      return passwordResetLetter(mail);
    case 'identityLinked':
      return identityLinkedLetter(mail);
    case 'invitation':
      return invitationLetter(mail);
  }
}
