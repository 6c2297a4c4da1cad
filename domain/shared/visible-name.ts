/** Emoji that are made of several by a joiner or by tags; the pattern of all emoji is slow, so it is tried at these alone. */
const JOINED_EMOJI = /(?=\p{Emoji}[\u{fe0f}\p{Emoji_Modifier}]?[\u{200d}\u{e0020}-\u{e007f}])\p{RGI_Emoji}/gv;
/** Scripts whose letters take other shapes beside a (non-)joiner: ContextJ of RFC 5892, appendix A.1 and A.2. */
const JOINING_SCRIPTS =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]/v;
const JOINED = new RegExp(
  `(?<=${JOINING_SCRIPTS.source})[\\u200c\\u200d](?=${JOINING_SCRIPTS.source})`,
  'gv',
);

/** What is not seen, or turns the direction of what is: two names that look alike would be two. */
const INVISIBLE = /[[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]\p{Cf}\p{Zl}\p{Zp}]/v;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a name is all there to be seen: joiners stand in emoji and where a script needs them, and nowhere else. */
export function isVisibleName(name: string): boolean {
  if (!VISIBLE.test(name)) return false;
  if (!INVISIBLE.test(name)) return true;
  return !INVISIBLE.test(name.replaceAll(JOINED_EMOJI, ' ').replaceAll(JOINED, ''));
}

/** `name` without what {@link isVisibleName} refuses; empty when nothing of it can be seen. */
export function visibleName(name: string): string {
  return isVisibleName(name) ? name : strippedName(name);
}

/** `name` without anything invisible, also where that joins what is seen; empty when nothing of it can be seen. */
export function strippedName(name: string): string {
  const rest = Array.from(name)
    .filter((character) => !INVISIBLE.test(character))
    .join('');
  return VISIBLE.test(rest) ? rest : '';
}
