/** A mail in words, before it has a layout. Everything in it is plain text. */
export type Letter = {
  /** Words of ours alone: what people chose would be read as ours there. */
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly link: string };
  /** Small print below the link. */
  readonly notes: readonly string[];
};

/**
 * Names are whatever people chose: in a mail they are one line, not so long that they become the message, and nothing
 * that a mail program makes a link of: no domain, address or scheme stands together (also with the full stops that IDNA
 * takes for dots), and no digits long enough for a telephone number.
 */
export function asName(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[.\u3002\uff0e\uff61:/@]+(?=\S)/g, (marks) => `${marks[0]} `)
    .replace(/\d(?:[\s().+-]*\d){6,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(line).slice(0, 80).join('');
}
