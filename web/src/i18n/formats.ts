/**
 * Formats dates, times, lists and numbers. Civil dates (`YYYY-MM-DD`) are formatted as noon in UTC, so that
 * the device's time zone never shifts them. Times (`HH:mm`) are already in the household's time zone.
 */
export type Language = 'en' | 'fr';

const made = new Map<string, Intl.DateTimeFormat>();

function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options);
  let format = made.get(key);
  if (format === undefined) made.set(key, (format = new Intl.DateTimeFormat(tag, options)));
  return format;
}

/**
 * Returns the first of the browser's locales that has the language of the page and a region. If there is none,
 * returns `en-GB` or `fr-FR`.
 */
export function chooseTag(language: Language, preferred: readonly string[] = navigator.languages): string {
  const own = preferred.find((tag) => tag.startsWith(`${language}-`));
  return own ?? (language === 'en' ? 'en-GB' : 'fr-FR');
}

/** Joins the parts of an `Intl` date. In French the first day of a month is written “1er”. */
const join = (parts: readonly { type: string; value: string }[], tag: string): string =>
  parts
    .map(({ type, value }) => (type === 'day' && value === '1' && tag.startsWith('fr') ? '1er' : value))
    .join('');

const noon = (civil: string): Date => new Date(`${civil}T12:00:00Z`);
const UTC = { timeZone: 'UTC' } as const;

/** Returns the civil date of an instant in a time zone: `YYYY-MM-DD`. */
export function civilDate(instant: Date, timeZone: string): string {
  // The Swedish date format is that of ISO 8601.
  return formatter('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);
}

/** Returns the date `days` days later, or earlier if negative. */
export function addDays(civil: string, days: number): string {
  const date = noon(civil);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns the number of days from one civil date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((noon(to).getTime() - noon(from).getTime()) / 86_400_000);

/** Returns a text such as “Sunday”. */
export const weekday = (civil: string, tag: string): string =>
  capitalised(formatter(tag, { ...UTC, weekday: 'long' }).format(noon(civil)), tag);

/** Returns a text such as “22 November”. */
export const dayMonth = (civil: string, tag: string): string =>
  join(formatter(tag, { ...UTC, day: 'numeric', month: 'long' }).formatToParts(noon(civil)), tag);

/** Returns a text such as “22 Nov”. */
export const shortDayMonth = (civil: string, tag: string): string =>
  join(formatter(tag, { ...UTC, day: 'numeric', month: 'short' }).formatToParts(noon(civil)), tag);

/**
 * Returns a text such as “Tue 24 Nov”, with the year if it differs from that of `today`: “Thu 7 Jan 2027”. The comma
 * that some locales write before the year is left out.
 */
export const shortDate = (civil: string, tag: string, today = civil): string =>
  join(
    formatter(tag, {
      ...UTC,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(civil.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    }).formatToParts(noon(civil)),
    tag,
  ).replace(', ', ' ');

/** Returns a text such as “Tue 24”. */
export const shortDay = (civil: string, tag: string): string => {
  const parts = formatter(tag, { ...UTC, weekday: 'short', day: 'numeric' }).formatToParts(noon(civil));
  const of = (type: string) =>
    join(
      parts.filter((part) => part.type === type),
      tag,
    );
  return capitalised(`${of('weekday')} ${of('day')}`, tag);
};

/** Returns a text such as “16–22 November”, with the year if it differs from that of `today`. */
export const dateRange = (from: string, to: string, tag: string, today = from): string =>
  join(
    formatter(tag, {
      ...UTC,
      day: 'numeric',
      month: 'long',
      ...([from, to].some((civil) => civil.slice(0, 4) !== today.slice(0, 4)) && { year: 'numeric' }),
    }).formatRangeToParts(noon(from), noon(to)),
    tag,
  );

/** Returns a text such as “November 2026”. */
export const monthYear = (civil: string, tag: string): string =>
  capitalised(formatter(tag, { ...UTC, month: 'long', year: 'numeric' }).format(noon(civil)), tag);

/** Returns a text such as “Mon”. */
export const shortWeekday = (civil: string, tag: string): string =>
  formatter(tag, { ...UTC, weekday: 'short' }).format(noon(civil));

/** Returns a text such as “19:00”, or “7:00 pm” in locales with a 12-hour clock. */
export const time = (civil: string, tag: string): string =>
  formatter(tag, { ...UTC, timeStyle: 'short' }).format(new Date(`2000-01-01T${civil}:00Z`));

/** Returns the time of an instant, such as “10:42”. */
export const clockTime = (instant: Date, timeZone: string, tag: string): string =>
  formatter(tag, { timeZone, timeStyle: 'short' }).format(instant);

/** Returns a text such as “22 Nov, 10:42”, with the year if it differs from that of `now`. */
export const dateTime = (instant: Date, timeZone: string, tag: string, now = new Date()): string =>
  join(
    formatter(tag, {
      timeZone,
      day: 'numeric',
      month: 'short',
      ...(yearOf(instant, timeZone) !== yearOf(now, timeZone) && { year: 'numeric' }),
      // With a 24-hour clock the hour has two digits, as in times without a date.
      hour: formatter(tag, { timeStyle: 'short' }).resolvedOptions().hour12 === true ? 'numeric' : '2-digit',
      minute: '2-digit',
    }).formatToParts(instant),
    tag,
  );

const yearOf = (instant: Date, timeZone: string): string => civilDate(instant, timeZone).slice(0, 4);

/** Returns a text such as “Ana, Ben and Chloé”. */
export const list = (items: readonly string[], tag: string): string =>
  items.length < 2
    ? items.join('')
    : new Intl.ListFormat(tag, { style: 'long', type: 'conjunction' }).format(items);

/** Returns a text such as “2.5”, or “2,5” in French. */
export const number = (amount: number, tag: string): string => new Intl.NumberFormat(tag).format(amount);

/** Units of the decimal system, in which people write "0.5 kg" and not "½ kg". */
const DECIMAL_UNITS = new Set(['mg', 'g', 'kg', 'ml', 'cl', 'dl', 'l']);
const FRACTIONS: readonly (readonly [value: number, sign: string])[] = [
  ...([
    [1 / 3, '⅓'],
    [2 / 3, '⅔'],
    [1 / 2, '½'],
    [1 / 4, '¼'],
    [3 / 4, '¾'],
  ] as const),
  ...([
    [1 / 8, '⅛'],
    [3 / 8, '⅜'],
    [5 / 8, '⅝'],
    [7 / 8, '⅞'],
    [1 / 6, '⅙'],
    [5 / 6, '⅚'],
  ] as const),
];

/**
 * Returns an amount to buy: “1½ cup”, “0.5 kg”, “⅓”. Empty if there is neither a quantity nor a unit. A quantity
 * has at most three decimals.
 */
export function amountText(quantity: number | null, unit: string | null, tag: string): string {
  const count = quantity === null ? null : quantityText(quantity, unit, tag);
  return [count, unit].filter((part) => part !== null).join(' ');
}

function quantityText(quantity: number, unit: string | null, tag: string): string {
  const whole = Math.floor(quantity);
  const sign =
    unit !== null && DECIMAL_UNITS.has(unit)
      ? undefined
      : FRACTIONS.find(([value]) => Math.abs(quantity - whole - value) < 0.0015)?.[1];
  if (sign === undefined) return number(quantity, tag);
  return whole === 0 ? sign : `${number(whole, tag)}${sign}`;
}

/** A Latin letter without a combining mark. */
const LETTER = /^[A-Za-z\u00C0-\u024F](?![\u0300-\u036F])/;

/**
 * Returns the first letter of a name in upper case, or “?” for an empty name. The letter may consist of several code
 * points. Names that begin with a Latin letter do not need a segmenter, whose creation takes 100 ms on a phone.
 */
export function initial(name: string): string {
  const trimmed = name.trim();
  const first =
    LETTER.exec(trimmed)?.[0] ??
    [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(trimmed)][0]?.segment;
  return (first ?? '?').toLocaleUpperCase();
}

export const capitalised = (text: string, tag: string): string =>
  text.slice(0, 1).toLocaleUpperCase(tag) + text.slice(1);
