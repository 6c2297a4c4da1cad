import { escapeHtml } from '../../application/shared/escape-html.js';
import type { Locale } from '../../domain/shared/locale.js';
import type { Letter } from './templates/letter.js';
import type { Mail } from '../../application/shared/ports.js';
import { agendaLetter } from './templates/agenda.js';
import { emailChangedLetter, emailProofLetter, emailRefusalLetter } from './templates/email-change.js';
import { identityLinkedLetter } from './templates/identity-linked.js';
import { invitationLetter } from './templates/invitation.js';
import { passwordResetLetter } from './templates/password-reset.js';

/**
 * A message for nodemailer. The recipient is an object with name and address, so that nodemailer need not parse a
 * text.
 */
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

/** Writes an e-mail as text and HTML in the language of its recipient. */
export function writeMessage(mail: Mail, from: string): Message {
  const letter = writeLetter(mail);
  return {
    from,
    to: { name: '', address: mail.to },
    subject: letter.subject,
    text: asText(letter),
    html: asHtml(letter, mail.locale),
    // Asks mail programs not to send vacation notices (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.locale },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function writeLetter(mail: Mail): Letter {
  switch (mail.kind) {
    case 'passwordReset':
      return passwordResetLetter(mail);
    case 'identityLinked':
      return identityLinkedLetter(mail);
    case 'emailProof':
      return emailProofLetter(mail);
    case 'emailRefusal':
      return emailRefusalLetter(mail);
    case 'emailChanged':
      return emailChangedLetter(mail);
    case 'invitation':
      return invitationLetter(mail);
    case 'agenda':
      return agendaLetter(mail);
  }
}

function asText({ greeting, paragraphs, action, notes }: Letter): string {
  return `${[greeting, ...paragraphs, action.link, ...notes].join('\n\n')}\n`;
}

/**
 * Renders the letter as HTML, in one column without images, fonts or scripts. It loads nothing, so nobody learns that
 * it was opened.
 */
function asHtml({ subject, greeting, paragraphs, action, notes }: Letter, locale: Locale): string {
  const link = escapeHtml(action.link);
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f4f1;font:16px/1.5 sans-serif;color:#1f2421">
<div style="max-width:32em;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
${[greeting, ...paragraphs].map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
<p><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1f6f54;color:#fff;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="font-size:13px;word-break:break-all">${link}</p>
${notes.map((text) => `<p style="font-size:13px;color:#5b625e">${escapeHtml(text)}</p>`).join('\n')}
</div>
</body>
</html>
`;
}
