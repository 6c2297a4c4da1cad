import { normalize } from '../shared/normal-form.js';
import { decodePunycode } from '../shared/punycode.js';

const ACE_PREFIX = 'xn--';

/**
 * Returns the form in which e-mail addresses are stored and compared: trimmed, in lower case, and with the
 * domain in ASCII (IDNA). Browsers send "anna@exämple.org" or "anna@xn--exmple-cua.org" for the same mailbox.
 */
export function normalizeEmail(email: string): string {
  return mapDomain(fold(email), toAscii);
}

/** Returns true if both addresses belong to the same mailbox, even if they are spelled differently. */
export function isSameEmail(one: string, other: string): boolean {
  return normalizeEmail(one) === normalizeEmail(other);
}

/** Returns the address as people write it, with its domain in Unicode. */
export function showEmail(email: string): string {
  const shown = mapDomain(email, toUnicode);
  // If the Unicode form does not convert back to the same address, the address is shown unchanged.
  return isSameEmail(shown, email) ? shown : email;
}

/**
 * Returns the spellings in which accounts may have stored the address, beginning with the one that was entered
 * (trimmed and in lower case). Accounts created before addresses were normalised may have another spelling.
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
  // The prefix `x.` prevents the URL parser from reading a domain of digits as an IP address. An invalid domain stays
  // unchanged.
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
