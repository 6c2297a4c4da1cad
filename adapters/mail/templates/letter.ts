/** The content of an e-mail without a layout. All fields are plain text. */
export type Letter = {
  /**
   * The subject contains only our own words and no names. Otherwise a user could choose a name that turns the subject
   * into a false message from this service.
   */
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly link: string };
  /** Notes in small print, shown below the link. */
  readonly notes: readonly string[];
};

/**
 * Makes a name safe for an e-mail, because users choose names freely.
 *
 * - It is one line of limited length, so it cannot become the message.
 * - Mail programs make no link of it: domains, addresses and schemes are broken up, also with the full stops that
 *   IDNA treats as dots.
 * - Digit sequences that look like a telephone number are replaced by an ellipsis.
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
