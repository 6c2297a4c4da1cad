import { normalize } from '../shared/normal-form.js';
import { decodePunycode } from '../shared/punycode.js';

const ACE_PREFIX = 'xn--';

/**
 * Returns the one form in which an address is stored and compared: trimmed, in lower case, and with its domain in ASCII
 * (IDNA). "anna@exämple.org" and "anna@xn--exmple-cua.org" are one mailbox, and browsers send either.
 */
export function normalizeEmail(email: string): string {
  return mapDomain(fold(email), toAscii);
}

/** Whether both addresses are one mailbox, however each is spelled. */
export function isSameEmail(one: string, other: string): boolean {
  return normalizeEmail(one) === normalizeEmail(other);
}

/** Returns the address as people write it, with its domain in Unicode. */
export function showEmail(email: string): string {
  const shown = mapDomain(email, toUnicode);
  // A domain that would not lead back to the address is shown as it is.
  return isSameEmail(shown, email) ? shown : email;
}

/**
 * Returns the forms in which accounts may have the address, as it was typed first. Accounts that had one mailbox in two
 * spellings before there was one form have kept them.
 */
export function emailSpellings(email: string): readonly string[] {
  const ascii = normalizeEmail(email);
  return [...new Set([fold(email), ascii, showEmail(ascii)])];
}

const fold = (email: string): string => normalize(email.trim()).toLowerCase();

function mapDomain(email: string, map: (domain: string) => string): string {
  const start = email.lastIndexOf('@') + 1;
  return email.slice(0, start) + map(email.slice(start));
}

function toAscii(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain)) return domain;
  // Behind another label, digits are not read as an IP address. What is no domain stays as it is.
  const text = `http://x.${domain}`;
  return URL.canParse(text) ? new URL(text).hostname.slice('x.'.length) : domain;
}

function toUnicode(domain: string): string {
  if (!domain.includes(ACE_PREFIX)) return domain;
  const labels = domain.split('.').map((label) => {
    return label.startsWith(ACE_PREFIX) ? (decodePunycode(label.slice(ACE_PREFIX.length)) ?? label) : label;
  });
  return labels.join('.');
}
