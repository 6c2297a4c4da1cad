/** A mail in words, before it has a layout. Everything in it is plain text. */
export type Letter = {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly link: string };
  /** Small print below the link. */
  readonly notes: readonly string[];
};

/** Names are whatever people chose: in a mail they are one line, and not so long that they become the message. */
export function asName(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(line).slice(0, 80).join('');
}
