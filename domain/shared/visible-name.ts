/**
 * Matches emoji that consist of several emoji, joined by a joiner or followed by tags. The lookahead is for
 * speed, because the complete emoji pattern is slow.
 */
const JOINED_EMOJI = /(?=\p{Emoji}[\u{fe0f}\p{Emoji_Modifier}]?[\u{200d}\u{e0020}-\u{e007f}])\p{RGI_Emoji}/gv;
/**
 * Matches scripts in which a joiner or non-joiner changes the shape of letters (ContextJ, RFC 5892, appendix
 * A.1 and A.2).
 */
const JOINING_SCRIPTS =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]/v;
const JOINED = new RegExp(
  `(?<=${JOINING_SCRIPTS.source})[\\u200c\\u200d](?=${JOINING_SCRIPTS.source})`,
  'gv',
);

/**
 * Matches characters that are invisible or change the text direction. Names must not contain them, because
 * two different names could look the same.
 */
const INVISIBLE = /[[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]\p{Cf}\p{Zl}\p{Zp}]/v;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Returns true if a name has at least one visible character and no invisible ones. Joiners are only allowed
 * in emoji and in scripts that need them.
 */
export function isVisibleName(name: string): boolean {
  if (!VISIBLE.test(name)) return false;
  if (!INVISIBLE.test(name)) return true;
  return !INVISIBLE.test(name.replaceAll(JOINED_EMOJI, ' ').replaceAll(JOINED, ''));
}

/** Returns the name unchanged if {@link isVisibleName} accepts it, otherwise its {@link strippedName}. */
export function visibleName(name: string): string {
  return isVisibleName(name) ? name : strippedName(name);
}

/**
 * Returns the name without any invisible character, including joiners. Returns an empty text if nothing
 * visible is left.
 */
export function strippedName(name: string): string {
  const rest = Array.from(name)
    .filter((character) => !INVISIBLE.test(character))
    .join('');
  return VISIBLE.test(rest) ? rest : '';
}
