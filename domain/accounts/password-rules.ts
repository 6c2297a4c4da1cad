import { normalize } from '../shared/normal-form.js';
import type { Problem } from '../shared/problem.js';
import type { Account } from './account.js';
import { showEmail } from './email.js';
import { isCommonPassword } from './common-password.js';

export type Owner = Pick<Account, 'email' | 'displayName'>;

/**
 * Returns why a new password of allowed length is refused, or null: it is one of those that attackers try
 * first, or the owner's address or name. There are no composition rules (NIST SP 800-63B, section 3.1.1.2).
 */
export function passwordProblem(typed: string, owner: Owner): Omit<Problem, 'field'> | null {
  const password = normalize(typed);
  if (isPersonal(password, owner))
    return { rule: 'personalPassword', message: 'must not be your e-mail address or your name' };
  if (isCommonPassword(password)) return { rule: 'commonPassword', message: 'is too common' };
  return null;
}

function isPersonal(password: string, { email, displayName }: Owner): boolean {
  const given = plain(password);
  const localPart = email.slice(0, email.lastIndexOf('@'));
  return [email, showEmail(email), localPart, displayName]
    .map(plain)
    .some((own) => own !== '' && isRepeated(own, given));
}

/** Returns true if `text` is `unit`, written once or several times. */
function isRepeated(unit: string, text: string): boolean {
  return text.length % unit.length === 0 && text === unit.repeat(text.length / unit.length);
}

/** Returns the text without case, spaces and signs, none of which makes a name a secret. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s._+-]/g, '');
}
