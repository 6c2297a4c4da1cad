import { WEEKDAYS, type Weekday } from '../../shared/civil-date.js';
import type { Feast, Language, MarkerWord, Said, UnitWords } from '../languages/language.js';
import { DAY_PARTS, MARKER_WORDS, type DayPart } from '../languages/language.js';
import { MEANINGS, PART_GROUPS, type Meaning } from '../languages/meanings.js';
import { FOREIGN_DAYS, type ForeignDay } from '../languages/unsupported.js';
import { civilTime, type CivilTime } from '../../shared/civil-time.js';
import { foldToken, foldWords } from '../tokens.js';
import { readTemplate } from './template.js';
import { afterWords, buildTrie, type Phrases, type Trie } from './trie.js';

export type Production = { readonly meaning: Meaning; readonly said: Said };

/**
 * The value of a name, such as a weekday, and how it was written. `weak` means that the word is also a common word or a
 * first name. `short` means that it has at most four letters, as abbreviations have. If a member has the same name, a
 * weak or short word is read as the member.
 */
export type Named<V> = { readonly value: V; readonly weak: boolean; readonly short: boolean };

/** A language in the form that the matcher uses. */
export type Grammar = {
  readonly language: Language;
  readonly elisions: ReadonlySet<string>;
  /**
   * The phrases of the language. Each group of phrases that fill a slot has an entry with its name. All other
   * phrases are in the entry `sentence`.
   */
  readonly phrases: ReadonlyMap<string, Trie<Production>>;
  readonly weekdays: Trie<Named<Weekday>>;
  readonly plurals: Trie<Weekday>;
  readonly workdays: Trie<true>;
  readonly weekends: Trie<true>;
  readonly months: Trie<Named<number>>;
  readonly feasts: Trie<Feast>;
  readonly numbers: Trie<number>;
  readonly ordinals: Trie<number>;
  readonly units: Trie<UnitWords>;
  readonly minuteWords: Trie<true>;
  readonly hourWords: Trie<true>;
  readonly approximate: Trie<true>;
  readonly meridiems: Trie<'am' | 'pm'>;
  readonly dayParts: Trie<DayPart>;
  /** The last words of the parts of a day. Numbers after them are hours, as in "tomorrow evening 9 to 11". */
  readonly dayPartEnds: ReadonlySet<string>;
  /** Parts of a day and noon, with their times. */
  readonly dayTimes: Trie<CivilTime>;
  readonly joiners: Trie<true>;
  /** Words such as "maybe" before the second of two dates. */
  readonly hedges: Trie<true>;
  readonly markers: Trie<MarkerWord>;
  /** Words for days and months of other languages. */
  readonly foreignDays: Trie<ForeignDay>;
  /**
   * All words that a slot or a phrase can begin with. Most words of a title do not begin one, so the matcher
   * can skip them.
   */
  readonly slotWords: ReadonlySet<string>;
  readonly phraseWords: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
  readonly nounMarkers: ReadonlySet<string>;
  readonly functionWords: ReadonlySet<string>;
  readonly quantities: ReadonlySet<string>;
  readonly addressWords: ReadonlySet<string>;
  readonly lengthWords: ReadonlySet<string>;
  readonly rangeWords: ReadonlySet<string>;
  readonly connectors: ReadonlySet<string>;
  readonly openWords: ReadonlySet<string>;
  readonly spanWords: ReadonlySet<string>;
  readonly dangling: ReadonlySet<string>;
  readonly particleVerbs: ReadonlySet<string>;
  readonly callVerbs: ReadonlySet<string>;
  readonly sharedWords: ReadonlySet<string>;
  readonly amountWords: ReadonlySet<string>;
  readonly numberedNouns: ReadonlySet<string>;
};

export function compileGrammar(language: Language): Grammar {
  const elisions = new Set(language.elisions);
  const lexicon = <V>(...entries: (readonly [words: readonly string[], value: V])[]): Trie<V> =>
    buildTrie({
      alternatives: entries.flatMap(([words, value]) => {
        const end = { value };
        return words.map((word) => afterWords(foldWords(word, elisions), end));
      }),
    });
  const numbered = (words: Readonly<Record<string, number>>) =>
    lexicon(...Object.entries(words).map(([word, value]) => [[word], value] as const));
  const named = <V>(value: V, strong: readonly string[], weak: readonly string[]) =>
    [...strong.map((word) => [word, false] as const), ...weak.map((word) => [word, true] as const)].map(
      ([word, isWeak]) => [[word], { value, weak: isWeak, short: word.length <= 4 }] as const,
    );
  const folded = (words: readonly string[]) => new Set(words.map(foldToken));
  const words = {
    phrases: compilePhrases(language, elisions),
    weekdays: lexicon(
      ...WEEKDAYS.flatMap((day) => named(day, language.weekdays[day].strong, language.weekdays[day].weak)),
    ),
    plurals: lexicon(...WEEKDAYS.map((day) => [language.weekdays[day].plural, day] as const)),
    workdays: lexicon([language.workdays, true as const]),
    weekends: lexicon([language.weekends, true as const]),
    months: lexicon(...language.months.flatMap(({ strong, weak }, index) => named(index + 1, strong, weak))),
    feasts: lexicon(...language.feasts.map((feast) => [feast.words, feast] as const)),
    numbers: numbered(language.numbers),
    ordinals: numbered(language.ordinals),
    units: lexicon(...language.units.map((unit) => [unit.words, unit] as const)),
    minuteWords: lexicon([language.minuteWords, true as const]),
    hourWords: lexicon([language.hourWords, true as const]),
    meridiems: lexicon([language.am, 'am' as const], [language.pm, 'pm' as const]),
    dayParts: lexicon(...DAY_PARTS.map((part) => [language.dayParts[part].words, part] as const)),
    dayTimes: lexicon(
      ...DAY_PARTS.map(
        (part) => [language.dayParts[part].words, civilTime(language.dayParts[part].time)] as const,
      ),
      [language.noon, civilTime('12:00')],
    ),
  };
  const parts = PART_GROUPS.map((group) => words.phrases.get(group));
  const slotWords = collectFirstWords([...parts, ...Object.values(words)]);
  return {
    language,
    elisions,
    ...words,
    approximate: lexicon([language.approximate, true as const]),
    joiners: lexicon([language.joiners, true as const]),
    hedges: lexicon([language.hedges, true as const]),
    markers: lexicon(...MARKER_WORDS.map((word) => [language.markers[word], word] as const)),
    foreignDays: lexicon(
      ...(['day', 'dayOrName', 'month'] as const).map((kind) => [FOREIGN_DAYS[kind], kind] as const),
    ),
    slotWords,
    phraseWords: new Set([...slotWords, ...collectFirstWords([...words.phrases.values()])]),
    dayPartEnds: new Set(
      DAY_PARTS.flatMap((part) => language.dayParts[part].words).map(
        (word) => foldWords(word, elisions).at(-1) ?? '',
      ),
    ),
    articles: folded(language.articles),
    nounMarkers: folded(language.nounMarkers),
    functionWords: folded(language.functionWords),
    quantities: folded(language.quantities),
    addressWords: folded(language.addressWords),
    lengthWords: folded(language.lengthWords),
    rangeWords: folded(language.rangeWords),
    connectors: folded(language.connectors),
    openWords: folded(language.openWords),
    spanWords: folded(language.spanWords),
    dangling: folded(language.dangling),
    particleVerbs: folded(language.particleVerbs),
    callVerbs: folded(language.callVerbs),
    sharedWords: folded(language.sharedWords),
    amountWords: folded(language.amountWords),
    numberedNouns: folded(language.numberedNouns),
  };
}

function collectFirstWords(tries: readonly unknown[]): ReadonlySet<string> {
  const isTrie = (trie: unknown): trie is Trie<unknown> => trie !== undefined && !(trie instanceof Map);
  return new Set(tries.filter(isTrie).flatMap((trie) => [...trie.words.keys()]));
}

function compilePhrases(
  language: Language,
  elisions: ReadonlySet<string>,
): ReadonlyMap<string, Trie<Production>> {
  const groups: ReadonlySet<string> = new Set(PART_GROUPS);
  const phrases = new Map<string, Phrases<Production>[]>();
  for (const meaning of MEANINGS) {
    const prefix = meaning.slice(0, meaning.indexOf('.'));
    const group = groups.has(prefix) ? prefix : 'sentence';
    for (const phrase of language.phrases[meaning]) {
      const said = typeof phrase === 'string' ? { say: phrase } : phrase;
      const described = phrases.get(group) ?? [];
      phrases.set(group, [...described, readTemplate(said.say, { meaning, said }, elisions)]);
    }
  }
  return new Map([...phrases].map(([group, alternatives]) => [group, buildTrie({ alternatives })]));
}
