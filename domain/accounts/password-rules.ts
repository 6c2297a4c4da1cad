import { normalize } from '../shared/normal-form.js';
import type { Problem } from '../shared/problem.js';
import type { Account } from './account.js';
import { showEmail } from './email.js';
import { isCommonPassword } from './common-password.js';

export type Owner = Pick<Account, 'email' | 'displayName'>;

/**
 * Returns why a new password is refused, or null if it is accepted. A password is refused if attackers try it first,
 * or if it is the owner's address, the part before its "@", or the owner's name, once or repeated. The request
 * validation has already checked its length. There are no composition rules (NIST SP 800-63B, section 3.1.1.2).
 */
export function passwordProblem(typed: string, owner: Owner): Omit<Problem, 'field'> | null {
  const password = normalize(typed);
  const given = plain(password);
  if (given !== '' && isPersonal(given, owner))
    return { rule: 'personalPassword', message: 'must not be your e-mail address or your name' };
  if (given === '' || isCommonPassword(password)) return { rule: 'commonPassword', message: 'is too common' };
  return null;
}

/** Returns true if a text from {@link plain} is the owner's address, a part of it or the owner's name, or repeats it. */
function isPersonal(given: string, { email, displayName }: Owner): boolean {
  const localPart = email.slice(0, email.lastIndexOf('@'));
  return [email, showEmail(email), localPart, displayName]
    .map(plain)
    .some((own) => own !== '' && isRepeated(own, given));
}

/** Returns true if `text` consists of repetitions of `unit`. */
function isRepeated(unit: string, text: string): boolean {
  return text.length % unit.length === 0 && text === unit.repeat(text.length / unit.length);
}

/**
 * Returns the text in lower case without white space and the characters `.`, `_`, `+` and `-`, because these do not
 * make a name secret.
 */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s._+-]/g, '');
}
