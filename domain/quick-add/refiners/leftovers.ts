import { readCompactClock, readDottedClock, readHour } from '../grammar/clock-tokens.js';
import { readOrdinal, readSmallNumber } from '../grammar/numbers.js';
import { readMembers } from '../grammar/lists.js';
import { isApostrophe, isNoun, readMember, readWeekdayName } from '../grammar/names.js';
import { longestWords } from '../grammar/trie.js';
import type { Candidate, Hint } from '../readings.js';
import type { QuickAddWarning } from '../result.js';
import { warnAt, type Sentence, type TokenRange } from '../sentence.js';
import { isAddress, isPlural } from './choose.js';
import { hasField, isTiming, NOT_UNDERSTOOD, withdrawTiming, type RefinedCandidates } from './refiner.js';

/**
 * Withdraws all dates, times and repetitions of the sentence if words about time are left in the title next to them.
 * A sentence that is only half understood would have a wrong meaning: "every monday | until Christmas" does not mean
 * every Monday for ever. The bar marks the end of the part that was read.
 *
 * If no date is read at all, words that say when by themselves are reported too.
 *
 * Which words are about time is data of the language (the phrases `hint.…`). Names and compound nouns such as "Black
 * Friday" are read as guards before, so they are not left over.
 */
export function withdrawHalfRead(
  settled: RefinedCandidates,
  hints: readonly Candidate[],
  sentence: Sentence,
): RefinedCandidates {
  const readings = settled.candidates.filter(isTiming);
  const rest = new Leftovers(settled, hints, sentence);
  const unread = readings.length === 0 ? rest.date() : null;
  if (unread !== null)
    return { ...settled, warnings: [...settled.warnings, warnAt(sentence, unread, NOT_UNDERSTOOD)] };
  for (const reading of readings) {
    const doubt =
      rest.inClause(reading) ??
      rest.listed(reading) ??
      rest.opening(reading) ??
      rest.after(reading) ??
      rest.before(reading) ??
      rest.behind(reading) ??
      rest.weakDate(reading) ??
      rest.otherDay(reading) ??
      rest.otherClock(reading) ??
      rest.members(reading);
    if (doubt === null) continue;
    const { candidates, warnings } = withdrawTiming(settled, sentence, () => false);
    return { candidates, warnings: [...warnings, warnAt(sentence, around(reading, doubt), NOT_UNDERSTOOD)] };
  }
  return settled;
}

/** Returns the tokens of both ranges if only a few words are between them, otherwise those of the second one. */
function around(reading: TokenRange, doubt: TokenRange): TokenRange {
  const gap = Math.max(doubt.from - reading.to, reading.from - doubt.to);
  if (gap > CLOSE) return doubt;
  return { from: Math.min(reading.from, doubt.from), to: Math.max(reading.to, doubt.to) };
}
const CLOSE = 2;

/** Characters that end a clause. What is said in one clause does not change the meaning of another one. */
const CLAUSE_ENDS = '.!?;…"“”«»';
const DASHES = '-–—';

/** The words of the sentence that no reading explains. */
class Leftovers {
  readonly #sentence: Sentence;
  readonly #candidates: readonly Candidate[];
  readonly #explained: ReadonlySet<number>;
  readonly #clauses: readonly number[];
  readonly #feasts: readonly Candidate[];
  /** The longest hint of each kind that begins at a token. */
  readonly #hints = new Map<number, Map<Hint, number>>();
  readonly #clauseHints: readonly Candidate[];
  readonly #dates: readonly Candidate[];
  readonly #timeHints: readonly Candidate[];
  readonly #weakDates: readonly Candidate[];

  constructor({ candidates, warnings }: RefinedCandidates, hints: readonly Candidate[], sentence: Sentence) {
    this.#sentence = sentence;
    this.#candidates = candidates;
    this.#explained = explainedTokens(candidates, warnings, sentence);
    this.#clauses = numberClauses(sentence, candidates);
    this.#feasts = candidates.filter(isFeast);
    for (const { claim, from, to } of hints) {
      if (claim.field !== 'hint') continue;
      const here = this.#hints.get(from) ?? new Map<Hint, number>();
      this.#hints.set(from, here);
      here.set(claim.hint, Math.max(here.get(claim.hint) ?? 0, to));
    }
    this.#clauseHints = hints.filter(isOneOf('date', 'clause', 'series'));
    this.#dates = hints.filter(isOneOf('date'));
    this.#timeHints = hints.filter(isOneOf('time'));
    this.#weakDates = hints.filter(isOneOf('weakDate'));
  }

  /**
   * Returns words of the title that say when by themselves: "zoo tuesday trip", "football sat". "Le 20h" is a news
   * programme.
   */
  date(): TokenRange | null {
    const isDate = (hint: Candidate) => this.#isUnread(hint) && !this.#isNounPart(hint);
    return (
      this.#dates.find(isDate) ??
      this.#weakDates.find((day) => this.#mayBeLastDay(day)) ??
      this.#feasts.find((feast) => this.#isFeastDay(feast)) ??
      null
    );
  }

  /**
   * Returns true for a feast at the end of the sentence that may say when: "lunch christmas day", "wrap presents on
   * christmas eve".
   */
  #isFeastDay({ from, to, claim }: Candidate): boolean {
    const { functionWords, connectors, dangling } = this.#sentence.grammar;
    const before = this.#word(from - 1);
    const isOfWord = functionWords.has(before) || connectors.has(before);
    const isDated = claim.field === 'guard' && claim.date !== undefined;
    return isDated && this.#isLast({ from, to }) && (dangling.has(before) || (to > from + 1 && !isOfWord));
  }

  /** Returns true for an abbreviated weekday at the end of the sentence, if it is no noun: "dentist wed". */
  #mayBeLastDay({ from, to }: TokenRange): boolean {
    const { grammar } = this.#sentence;
    const before = this.#word(from - 1);
    const isOfWord = grammar.functionWords.has(before) || grammar.callVerbs.has(before);
    const isWord = !isOfWord && !this.#isNumber(from) && !isNoun(this.#sentence, from);
    return isWord && this.#isLast({ from, to }) && this.#isUnread({ from, to });
  }

  /** Returns true for words at the end of the sentence that are not its only ones. */
  #isLast({ from, to }: TokenRange): boolean {
    return from > 0 && this.#sentence.tokens.slice(to).every(({ type }) => type === 'sign');
  }

  /** Returns words in the clause of the reading that always say when something is. */
  inClause(reading: Candidate): TokenRange | null {
    const isAnywhere = this.#isUndated(reading);
    const ends = [this.#clauses[reading.from], this.#clauses[reading.to - 1]];
    const isHere = ({ from }: TokenRange) => isAnywhere || ends.includes(this.#clauses[from]);
    const isSeries = hasField('rule', 'afterCompletion')(reading);
    const isDoubt = (hint: Candidate) =>
      isHere(hint) &&
      (isSeries || !isOneOf('series')(hint)) &&
      (this.#isUnread(hint) ? !this.#isNounPart(hint) : cutsWord(hint, reading));
    const isTime = isTimeOfDay(reading);
    const isOther = ({ claim, from, to }: Candidate) =>
      claim.field === 'guard' &&
      (claim.guard === 'otherDate' ||
        (claim.guard === 'belonging' &&
          (from === reading.to || (isTime && to === reading.from) || (isSeries && from > reading.to))));
    const isHabit = ({ claim }: Candidate) => claim.field === 'guard' && claim.guard === 'habit';
    const other = this.#candidates.find((one) => isHabit(one) || (isOther(one) && isHere(one)));
    return other ?? this.#clauseHints.find(isDoubt) ?? null;
  }

  /** Returns the next item of a list of exceptions: "every day except sunday | and rainy days". */
  listed(reading: Candidate): TokenRange | null {
    if (!hasField('exceptDays', 'months')(reading)) return null;
    const { grammar, tokens } = this.#sentence;
    const item = longestWords(grammar.joiners, tokens, reading.to)?.end ?? reading.to;
    if (item === reading.to || !this.#isLeft(item)) return null;
    // After a comma alone, something else may begin, but not with a single word.
    const isComma = item === reading.to + 1 && this.#word(reading.to) === ',';
    return !isComma || !this.#isLeft(item + 1) ? { from: reading.to, to: item + 1 } : null;
  }

  /**
   * Returns a word before the reading that needs it: "every morning and | at 6pm", "every monday to | june 3", « midi à |
   * 12 mai ».
   */
  opening(reading: Candidate): TokenRange | null {
    const at = reading.from - 1;
    const { openWords, particleVerbs, rangeWords } = this.#sentence.grammar;
    const isOpen = at > 0 && this.#isLeft(at) && openWords.has(this.#word(at));
    // In "drop by tomorrow", the word belongs to the verb. "Move to friday" names the new date.
    const isOfVerb = particleVerbs.has(this.#word(at - 1)) && !rangeWords.has(this.#word(at));
    const isBetween =
      this.#isLeft(at) &&
      rangeWords.has(this.#word(at)) &&
      this.#candidates.some((one) => isTimeOfDay(one) && one.to === at);
    return (isOpen && !isOfVerb) || isBetween ? { from: at, to: reading.to } : null;
  }

  /**
   * Returns words of the clause behind the reading that are about time, if the title is before it: "tennis every monday
   * | if it is not august", "dishes every day in turn | before Ben".
   */
  behind(reading: Candidate): TokenRange | null {
    const isBehind = ({ from }: TokenRange, begin = reading.to) =>
      from >= begin && this.#clauses[from] === this.#clauses[reading.from];
    if (hasField('rotation')(reading)) {
      const first = this.#candidates.find((one) => isTiming(one) && isBehind(one, 0)) ?? reading;
      const begin = this.#hasTitleBefore(first) ? first.to : reading.to;
      const member = this.#sentence.tokens.findIndex(
        (_, at) => isBehind({ from: at, to: at }, begin) && this.#isLeft(at) && this.#isMember(at),
      );
      return member < 0 ? null : { from: member, to: member + 1 };
    }
    if (!this.#hasTitleBefore(reading)) return null;
    const { articles } = this.#sentence.grammar;
    const isDoubt = (hint: TokenRange) =>
      isBehind(hint) && this.#isUnread(hint) && !articles.has(this.#word(hint.from - 1));
    return this.#timeHints.find(isDoubt) ?? this.#startBehind(reading);
  }

  /**
   * Returns a weekday that is also a common word, or a date that may also be a number, if the sentence may list several
   * days: "sat or | sun 10am", "fri or maybe sat", "20.11. or | 21.11. 2pm", "party 3/6 | friday", "trash out wed,
   * recycling | thu night", "trash wed and recycling | thu". "Wed photos friday" is not such a list.
   */
  weakDate(reading: Candidate): TokenRange | null {
    if (!namesDay(reading)) return null;
    const isShort = () => this.#hasShortDay(reading);
    const isDoubt = (day: TokenRange) => {
      if (!this.#mayBeDate(day) || this.#clauses[day.from] !== this.#clauses[reading.from]) return false;
      const isNumber = this.#isNumber(day.from);
      if (day.from >= reading.to) return day.from === reading.to || this.#linkAfter(reading.to) === day.from;
      // "Install 24.04 tomorrow" names a version.
      if (day.to === reading.from) return isNumber ? !this.#hasDot(day) : isShort();
      const link = this.#linkAfter(day.to);
      if (link === null) return false;
      return link === reading.from || this.#word(day.to) === ',' || (!isNumber && isShort());
    };
    return this.#weakDates.find(isDoubt) ?? null;
  }

  /**
   * Returns words that may say on which day a time without a date is: a name or a noun with a day ("good friday mass |
   * 3pm", « marché du samedi avec Léa | 9h »), a weekday that is also a common word ("sat dentist | 3pm"), or a word for a
   * day in another language ("Zahnarzt morgen | 14:00").
   */
  otherDay(reading: Candidate): TokenRange | null {
    if (!this.#isUndated(reading)) return null;
    const isDated = ({ claim, from, to }: Candidate) =>
      claim.field === 'guard' &&
      // « À 17h préparer les affaires de demain » is today.
      (claim.guard === 'name' || (claim.guard === 'belonging' && from < reading.from)) &&
      this.#sentence.tokens.slice(from, to).some((_, offset) => this.#isDay(from + offset));
    return (
      this.#candidates.find(isDated) ??
      this.#weakDates.find((day) => this.#mayBeDate(day)) ??
      this.#foreignDay()
    );
  }

  /**
   * Returns a time with a dot that may also be a number ("football 10.30 away | saturday"), or four digits like those that
   * were read ("drop kids 0830 | pick up 1530 friday"). Beside other times, four digits are amounts.
   */
  otherClock(reading: Candidate): TokenRange | null {
    const isCompact = hasField('time')(reading) && readCompactClock(this.#sentence, reading.to - 1) !== null;
    const isDotted = hasField('time')(reading) && readDottedClock(this.#sentence, reading.to - 1) !== null;
    const isOther = (at: number) =>
      this.#isLeft(at) &&
      this.#clauses[at] === this.#clauses[reading.from] &&
      ((isCompact && readCompactClock(this.#sentence, at) !== null) ||
        (readDottedClock(this.#sentence, at) !== null && (isDotted || !this.#isAmount(at))));
    const at = this.#sentence.tokens.findIndex((_, index) => isOther(index));
    return at < 0 ? null : { from: at, to: at + 1 };
  }

  /** Returns true if a currency, a unit or a word such as "pay" shows that the number is an amount. */
  #isAmount(at: number): boolean {
    const { tokens, grammar } = this.#sentence;
    const { quantities, amountWords, numberedNouns } = grammar;
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    return (
      tokens.slice(0, at).some(({ folded }) => amountWords.has(folded)) ||
      numberedNouns.has(before?.folded ?? '') ||
      quantities.has(after?.folded ?? '') ||
      [before, after].some((token) => token?.type === 'sign' && MEASURES.includes(token.text))
    );
  }

  /** Returns true for a weekday in any language, for "tomorrow" in another one, and for the weekend. */
  #isDay(at: number): boolean {
    const { tokens, grammar } = this.#sentence;
    if (readWeekdayName(this.#sentence, at)?.value.short === false) return true;
    return (
      (longestWords(grammar.weekends, tokens, at) ?? longestWords(grammar.foreignDays, tokens, at)) !== null
    );
  }

  /** Returns a word that names a day in another language. */
  #foreignDay(): TokenRange | null {
    const { tokens, grammar } = this.#sentence;
    const { phraseWords, articles, foreignDays } = grammar;
    // "5 de julio" and "5. Juli" have one token between the day and the month.
    const isDayOfMonth = (at: number) =>
      this.#isLeft(at) && (tokens[at]?.integer ?? LAST_DAY + 1) <= LAST_DAY;
    for (const [from, { text, folded }] of tokens.entries()) {
      if (!this.#isLeft(from) || phraseWords.has(folded) || articles.has(this.#word(from - 1))) continue;
      const read = longestWords(foreignDays, tokens, from);
      if (read === null) continue;
      const isName = read.value === 'dayOrName' && text !== text.toLowerCase();
      const isMonth = read.value === 'month' && ![from - 2, from - 1, read.end].some(isDayOfMonth);
      if (!isName && !isMonth) return { from, to: read.end };
    }
    return null;
  }

  /**
   * Returns true for a time of day if the sentence names no date. Its date would be today, so a word for any other day
   * puts it in doubt.
   */
  #isUndated(reading: Candidate): boolean {
    return isTimeOfDay(reading) && !this.#candidates.some(namesDay);
  }

  /** Returns true if the word is no noun, or if the number ends a phrase and is no amount. */
  #mayBeDate(day: TokenRange): boolean {
    if (!this.#isUnread(day) || isNoun(this.#sentence, day.from)) return false;
    const { tokens, grammar } = this.#sentence;
    if (!this.#isNumber(day.from)) return true;
    const [next, { connectors, openWords, rangeWords, functionWords, amountWords }] = [
      this.#word(day.to),
      grammar,
    ];
    // "3/4 of a cup" is an amount.
    const isPartOf = connectors.has(next) && openWords.has(next) && !rangeWords.has(next);
    const isFollowed = this.#isLeft(day.to) && tokens[day.to]?.type !== 'sign' && !functionWords.has(next);
    return (
      !isPartOf && !isFollowed && !tokens.slice(0, day.from).some(({ folded }) => amountWords.has(folded))
    );
  }

  /** Returns true if the reading contains an abbreviated weekday. */
  #hasShortDay({ from, to }: TokenRange): boolean {
    for (let at = from; at < to; at += 1)
      if (readWeekdayName(this.#sentence, at)?.value.short === true) return true;
    return false;
  }

  /** Returns true for "24.04", but not for "24.04.", which is only a date. */
  #hasDot({ from, to }: TokenRange): boolean {
    return to === from + 1 && this.#word(from).includes('.');
  }

  /** Returns the token after the words and signs that link two days there: "or", "or maybe", ", if not". */
  #linkAfter(at: number): number | null {
    const { tokens, grammar } = this.#sentence;
    const { joiners, rangeWords } = grammar;
    let end = longestWords(joiners, tokens, at)?.end ?? at;
    if (rangeWords.has(this.#word(end))) end += 1;
    end = this.#afterHedges(end);
    return end === at ? null : end;
  }

  /** Returns the token after words such as "maybe" and "if not". */
  #afterHedges(at: number): number {
    const { tokens, grammar } = this.#sentence;
    const hedge = longestWords(grammar.hedges, tokens, at);
    return hedge === null ? at : this.#afterHedges(hedge.end);
  }

  /**
   * Returns two or more members beside the parts of a repetition, because they may take turns: "dishes every evening | Ben
   * and Alex". Before the repetition, this applies at the beginning of a clause, and to names without a word between them:
   * "dishes Ben Alex | every day". In "call Ben and Alex every evening", they belong to the title. If the sentence says that
   * members take turns, it applies to names anywhere in the clause.
   */
  members(reading: Candidate): TokenRange | null {
    if (!this.#candidates.some(hasField('rule', 'afterCompletion'))) return null;
    const { tokens, grammar } = this.#sentence;
    const isSign = (at: number) => tokens[at]?.type === 'sign';
    const isList = (from: number, end?: number) => {
      const list = readMembers(this.#sentence, from);
      if (list === null || !this.#isUnread({ from, to: list.end })) return null;
      if (end !== undefined && list.end !== end) return null;
      const isLong = list.value.length > 1 || (this.#isRangeWord(list.end) && this.#isMember(list.end + 1));
      return isLong ? { from, to: list.end } : null;
    };
    // "Ben and Alex do the dishes in turn every day": all members would take turns.
    if (
      reading.claim.field === 'rotation' &&
      reading.claim.order === null &&
      !this.#candidates.some(namesMember)
    )
      for (const [from, clause] of this.#clauses.entries()) {
        const named = clause === this.#clauses[reading.from] ? isList(from) : null;
        if (named !== null) return named;
      }
    const after = isList(isSign(reading.to) ? reading.to + 1 : reading.to);
    if (after !== null) return after;
    const end = isSign(reading.from - 1) ? reading.from - 1 : reading.from;
    let before: TokenRange | null = null;
    for (let at = end - 1; at >= end - LONGEST_LIST && this.#isLeft(at); at -= 1)
      before = isList(at, end) ?? before;
    if (before === null) return null;
    const isFirst = isSign(before.from - 1) || !this.#isLeft(before.from - 1);
    const isJoined = tokens.some(
      (_, at) => at > before.from && at < before.to && longestWords(grammar.joiners, tokens, at) !== null,
    );
    return isFirst || !isJoined ? before : null;
  }

  /** Returns the date behind a repetition if words are left between them: "every day | unless it is | june 3". */
  #startBehind(reading: Candidate): TokenRange | null {
    if (!hasField('rule', 'afterCompletion')(reading)) return null;
    const date = this.#candidates.find(
      ({ claim, from }) =>
        claim.field === 'date' && from > reading.to && this.#clauses[from] === this.#clauses[reading.from],
    );
    if (date === undefined) return null;
    for (let at = reading.to; at < date.from; at += 1)
      if (this.#isLeft(at) && this.#sentence.tokens[at]?.type === 'word') return { from: at, to: date.to };
    return null;
  }

  /** Returns true if a word of the title is in the same clause before the reading. */
  #hasTitleBefore({ from }: Candidate): boolean {
    for (let at = from - 1; at >= 0 && this.#clauses[at] === this.#clauses[from]; at -= 1)
      if (this.#isLeft(at) && this.#sentence.tokens[at]?.type === 'word') return true;
    return false;
  }

  /** Returns words after the reading that continue it: "every monday | of the month", "june 3 | or 4". */
  after(reading: Candidate): TokenRange | null {
    const { articles, connectors, functionWords } = this.#sentence.grammar;
    let [isJoined, hasArticle, isListed, isTimed] = [false, false, false, false];
    let at = reading.to;
    // "10 heures | de l'après-midi" names a part of the day that does not fit the hour.
    const partAt = (place: number) => (isTimeOfDay(reading) ? this.#hintAt(place, 'series') : null);
    for (
      ;
      this.#isLink(at) && !this.#isLongAmount(at) && partAt(at) === null;
      at = this.#afterHedges(at + 1)
    ) {
      isListed = hasField('time', 'rule')(reading) && this.#word(at) === ',';
      isJoined ||= connectors.has(this.#word(at)) || this.#isSpanWord(at);
      hasArticle = articles.has(this.#word(at));
      isTimed = this.#isTimeLink(at) || (hasArticle && isTimed);
    }
    if (!this.#isLeft(at)) return null;
    const isDirect = at === reading.to;
    const range = (to: number) => ({ from: reading.to, to });
    if (hasField('rotation')(reading) && this.#isMember(at)) return range(at + 1);
    const time = this.#hintAt(at, 'time') ?? partAt(at);
    if (time !== null) return isDirect || isJoined || !hasArticle ? range(time) : null;
    const amount = this.#endOfAmount(at);
    if (amount === null) return null;
    // "Tomorrow 9 to 11 gym" probably names two times.
    const isRange = this.#isRangeWord(amount - 2);
    const isOfDay = hasField('date', 'dayPart', 'rule')(reading);
    const { quantities } = this.#sentence.grammar;
    if (isRange && isDirect && isOfDay && !quantities.has(this.#word(amount))) return range(amount);
    if (isDirect && isOfDay && !this.#isRangeWord(at + 1) && this.#mayBeHour(at)) return range(amount);
    let end = amount;
    while (this.#isLeft(end)) {
      const unit = this.#hintAt(end, 'time');
      if (unit !== null) return range(unit);
      const isBetween = connectors.has(this.#word(end)) || functionWords.has(this.#word(end));
      const next = this.#hintAt(end, 'amount') ?? (isBetween ? end + 1 : null);
      if (next === null) break;
      end = next;
    }
    const isCounted = (next: number) =>
      this.#isLeft(next) && !this.#isSeparator(next) && !this.#isNumber(next);
    const countsNothing = [amount, end].some((next) => !isCounted(next));
    return countsNothing && (isDirect || isJoined || isListed || isTimed) ? range(amount) : null;
  }

  /** Returns true for the hour of "tonight 7 call mum". "Tomorrow 2 coats" and "12 Baker Street" name no hour. */
  #mayBeHour(at: number): boolean {
    const hour = readHour(this.#sentence, at);
    const isOne = hour?.value.minute === 60;
    return (
      hour !== null && !isOne && !isPlural(this.#sentence, hour.end) && !isAddress(this.#sentence, hour.end)
    );
  }

  /** Returns the end of the amount that begins there. "9-11" and "2 to 3" are one amount. */
  #endOfAmount(at: number): number | null {
    let end = this.#hintAt(at, 'amount');
    while (end !== null && this.#isRangeWord(end)) {
      const next = this.#isLeft(end) ? this.#hintAt(end + 1, 'amount') : null;
      if (next === null) break;
      end = next;
    }
    return end;
  }

  /** Returns words before the reading that it continues: "the 3 | first mondays", "the first days of | every month". */
  before(reading: Candidate): TokenRange | null {
    const last = reading.from - 1;
    if (!this.#isLeft(last)) return null;
    const range = (from: number) => ({ from, to: reading.from });
    if (hasField('rotation')(reading) && this.#isMember(last)) return range(last);
    const { connectors } = this.#sentence.grammar;
    const isConnected = connectors.has(this.#word(last));
    const end = isConnected ? last : reading.from;
    const time = this.#hintBefore(end, 'time');
    if (time !== null && (isConnected || !this.#isNoun(time))) return range(time);
    const amount = this.#hintBefore(end, 'amount');
    if (amount === null) return null;
    return isConnected || this.#countsReading(amount, reading) ? range(amount) : null;
  }

  /**
   * Returns true if the amount counts the reading, as in "the 3 | first mondays" and "other | june 3". In "chapter 7
   * | tomorrow", it belongs to the title.
   */
  #countsReading(amount: number, { from, claim }: Candidate): boolean {
    const isOrdinal = readOrdinal(this.#sentence, amount) !== null;
    if (!isOrdinal && readSmallNumber(this.#sentence, amount) === null) return !this.#isRangeWord(amount + 1);
    const isWeekday = claim.field === 'date' && claim.date.style === 'weekday';
    return isWeekday ? isOrdinal : claim.field === 'rule' && this.#hints.has(from);
  }

  /** Returns true if a word for time is the noun of a title: "bin day | tomorrow", "the week | every sunday". */
  #isNoun(at: number): boolean {
    const { articles, functionWords } = this.#sentence.grammar;
    let before = at - 1;
    if (articles.has(this.#word(before)) && this.#isLeft(before)) return true;
    if (isApostrophe(this.#sentence.tokens[before])) before -= 1;
    while (this.#isLeft(before) && functionWords.has(this.#word(before))) before -= 1;
    if (!this.#isLeft(before) || this.#sentence.tokens[before]?.type !== 'word') return false;
    return HINTS.every((kind) => this.#hintBefore(before + 1, kind) === null);
  }

  /** Returns true if the words belong to a noun: "the Monday meeting", "le 20h" (a news programme). */
  #isNounPart({ from, to }: TokenRange): boolean {
    const { tokens, grammar } = this.#sentence;
    if (!grammar.articles.has(this.#word(from - 1)) || !this.#isLeft(from - 1)) return false;
    if (tokens[from]?.type === 'number') return true;
    const isWord = this.#isLeft(to) && tokens[to]?.type === 'word';
    return (
      grammar.language.timeBeforeNoun &&
      isWord &&
      !grammar.functionWords.has(this.#word(to)) &&
      !this.#hints.has(to)
    );
  }

  #hintAt(at: number, kind: Hint): number | null {
    const end = this.#hints.get(at)?.get(kind);
    return end === undefined || !this.#isUnread({ from: at, to: end }) ? null : end;
  }

  /** Returns the first token of a hint that ends before `end`. */
  #hintBefore(end: number, kind: Hint): number | null {
    for (let from = end - 1; from >= Math.max(0, end - LONGEST_HINT) && this.#isLeft(from); from -= 1)
      if (this.#hints.get(from)?.get(kind) === end) return from;
    return null;
  }

  /** Returns true if a member is named there. Beside a rotation, members are those who take turns. */
  #isMember(at: number): boolean {
    return readMember(this.#sentence, at) !== null;
  }

  /** Returns true if the words are left in the title. The "day" of "Boxing day" is a part of its name. */
  #isUnread({ from, to }: TokenRange): boolean {
    for (let at = from; at < to; at += 1) if (!this.#isLeft(at)) return false;
    return !this.#feasts.some((feast) => feast.from <= from && feast.to >= to);
  }

  /** Returns true if the token is left in the title, and no clause ends there. */
  #isLeft(at: number): boolean {
    const token = this.#sentence.tokens[at];
    return (
      token !== undefined && token.folded !== '' && !this.#explained.has(at) && this.#clauses[at] !== ENDS
    );
  }

  #isLink(at: number): boolean {
    const { connectors, functionWords } = this.#sentence.grammar;
    const word = this.#word(at);
    return (
      this.#isLeft(at) &&
      (connectors.has(word) || functionWords.has(word) || this.#isSpanWord(at) || LINKS.includes(word))
    );
  }

  /** Returns true for ordinals such as "avant-dernier", which begin with a word that links phrases. */
  #isLongAmount(at: number): boolean {
    return (this.#hints.get(at)?.get('amount') ?? 0) > at + 1;
  }

  /** Returns true for words such as "until" and "during" before a part of time. */
  #isSpanWord(at: number): boolean {
    return this.#sentence.grammar.spanWords.has(this.#word(at));
  }

  /** Returns true for words such as "at", before which numbers are times. */
  #isTimeLink(at: number): boolean {
    return this.#isSpanWord(at) || this.#sentence.grammar.dangling.has(this.#word(at));
  }

  #isNumber(at: number): boolean {
    return this.#sentence.tokens[at]?.type === 'number';
  }

  #isRangeWord(at: number): boolean {
    return this.#sentence.grammar.rangeWords.has(this.#word(at)) || this.#word(at) === '-';
  }

  #isSeparator(at: number): boolean {
    const token = this.#sentence.tokens[at];
    return token?.type === 'sign' && ',;:)&/+-–'.includes(token.text);
  }

  #word(at: number): string {
    return this.#sentence.tokens[at]?.folded ?? '';
  }
}

const isOneOf =
  (...kinds: readonly Hint[]) =>
  ({ claim }: Candidate) =>
    claim.field === 'hint' && kinds.includes(claim.hint);

const namesMember = hasField('member', 'together', 'each');
const isTimeOfDay = hasField('time', 'range', 'dayPart');
const isFeast = ({ claim }: Candidate) => claim.field === 'guard' && claim.guard === 'feast';
const namesDay = hasField('date', 'elapsed', 'rule', 'afterCompletion', 'start', 'interval', 'softDue');

const HINTS: readonly Hint[] = ['date', 'clause', 'series', 'time', 'amount'];
const LONGEST_HINT = 4;
const LAST_DAY = 31;
/** Signs beside an amount. */
const MEASURES = '%€$£°#';
/** The most tokens in which members before a repetition are searched. */
const LONGEST_LIST = 12;
/** Signs after a reading before which nothing new begins: "every monday (or 3 days later)". */
const LINKS = [',', '(', ':'];
export const ENDS = -1;

/** Returns true if the reading ends within the words: "tous les 3 jours | ouvrés". */
const cutsWord = (hint: TokenRange, { from, to }: TokenRange) =>
  hint.from >= from && hint.from < to && hint.to > to;

/**
 * Returns the tokens that are read, that are a name, or about which there already is a warning. The name of a feast is
 * not included, because words before it may limit a repetition: "until Christmas".
 */
function explainedTokens(
  candidates: readonly Candidate[],
  warnings: readonly QuickAddWarning[],
  { tokens }: Sentence,
): ReadonlySet<number> {
  const explained = new Set<number>();
  for (const candidate of candidates)
    if (!isFeast(candidate)) for (let at = candidate.from; at < candidate.to; at += 1) explained.add(at);
  for (const [at, { start, end }] of tokens.entries())
    if (warnings.some((warning) => warning.start <= start && warning.end >= end)) explained.add(at);
  return explained;
}

/** Returns the number of each token's clause, and ENDS for the tokens between two clauses. */
export function numberClauses({ tokens }: Sentence, candidates: readonly Candidate[]): readonly number[] {
  let clause = 0;
  const isOfAbbreviation = (at: number) => candidates.some(({ from, to }) => from < at && to > at);
  return tokens.map(({ text, folded, glued }, at) => {
    // "9 - 11" is one amount.
    const isBetweenNumbers = tokens[at - 1]?.type === 'number' && tokens[at + 1]?.type === 'number';
    const isDash = DASHES.includes(text) && !glued && tokens[at + 1]?.glued !== true && !isBetweenNumbers;
    // The sign of a marker such as "!high" is hidden.
    const isMarker = text === '!' && folded === '';
    const isDot = text === '.' && glued && isOfAbbreviation(at);
    if (isMarker || isDot || (!isDash && !CLAUSE_ENDS.includes(text))) return clause;
    clause += 1;
    return ENDS;
  });
}
