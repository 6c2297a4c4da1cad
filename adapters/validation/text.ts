import { hasTooManyMarks, MAX_MARKS_IN_A_ROW, normalize } from '../../domain/shared/normal-form.js';
import { isVisibleName } from '../../domain/shared/visible-name.js';
import { IsNotEmpty, IsString } from 'class-validator';
import { composed, field, rule, saying } from './compose.js';
import { isList, transformed } from './values.js';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** For text that is not changed, in which a line may also end with a carriage return. */
const CONTROL_BUT_RAW_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * The largest number of UTF-16 units per character before the text is normalised. A character may be a letter with
 * combining marks, and white space at the ends is trimmed later.
 */
const MAX_UNITS_PER_CHARACTER = 4;

const isText = (value: unknown): value is string => typeof value === 'string';

/** A rule for text. Values of other types break another rule. */
const textRule = (name: string, message: string, holds: (text: string) => boolean) =>
  rule(name, message, (value) => !isText(value) || holds(value));

/** Returns true if the text is so long that it is rejected without trimming or normalising it. */
const isFarTooLong = (text: string, max: number) => text.length > max * MAX_UNITS_PER_CHARACTER;

/** Trims and normalises text (NFC) and its line ends, unless it will be rejected anyway. */
const cleaned = (max: number) =>
  transformed((value) =>
    !isText(value) || isFarTooLong(value, max) || hasTooManyMarks(value)
      ? value
      : normalize(value.replaceAll('\r\n', '\n').trim()),
  );

const isString = () => IsString(saying('must be text', { isType: true }));

/**
 * A rule for the length in code points. MaxLength of class-validator does not count variation selectors, so it
 * does not limit code points.
 */
const maxLength = (max: number) =>
  textRule('maxLength', `must be at most ${max} characters`, (text) => isAtMost(max, text));

const boundedMarks = (max: number) =>
  textRule(
    'combiningMarks',
    `must not have more than ${MAX_MARKS_IN_A_ROW} combining marks in a row`,
    (text) => isFarTooLong(text, max) || !hasTooManyMarks(text),
  );

const safeText = ({ max, lines = false, raw = false }: Pick<TextOptions, 'max' | 'lines' | 'raw'>) => {
  const control = !lines ? CONTROL : raw ? CONTROL_BUT_RAW_LINES : CONTROL_BUT_LINES;
  return composed(
    textRule(
      'safeText',
      'must not contain control characters or broken surrogates',
      (text) => text.isWellFormed() && !control.test(text),
    ),
    boundedMarks(max),
  );
};

export type TextOptions = {
  /** The largest length in code points. */
  readonly max: number;
  /** True if newlines and tabs are allowed. */
  readonly lines?: boolean;
  readonly blank?: boolean;
  /** True if the text is not changed, because offsets refer to it. */
  readonly raw?: boolean;
};

/**
 * Text without control characters and broken surrogates, at most `max` code points, and not blank unless `blank`
 * allows it. It is trimmed and converted to NFC, unless `raw` is true.
 */
export function Text({ max, lines = false, blank = false, raw = false }: TextOptions) {
  return field(
    { type: 'string', maxLength: max, ...(!blank && { minLength: 1 }) },
    ...(raw ? [] : [cleaned(max)]),
    isString(),
    maxLength(max),
    safeText({ max, lines, raw }),
    ...(blank ? [] : [IsNotEmpty(saying('must not be blank', { rule: 'notBlank' }))]),
  );
}

/**
 * A name: text with a visible character and without invisible ones, except joiners in emoji and in scripts that need
 * them.
 */
export function Name({ max }: { max: number }): PropertyDecorator {
  return composed(
    Text({ max }),
    textRule(
      'visibleName',
      'must not contain invisible characters or characters that change the direction of writing',
      (text) => !isAtMost(max, text) || text === '' || isVisibleName(text),
    ),
  );
}

/** A list of names, with the rules of {@link Name}. */
export function Names({ count, max }: { count: number; max: number }): PropertyDecorator {
  const isName = (value: unknown) =>
    isText(value) && isAtMost(max, value) && value !== '' && isVisibleName(value) && !CONTROL.test(value);
  const clean = (value: unknown) =>
    isText(value) && !isFarTooLong(value, max) && !hasTooManyMarks(value) ? normalize(value.trim()) : value;
  return field(
    { type: 'array', maxItems: count, items: { type: 'string', minLength: 1, maxLength: max } },
    transformed((values) => (Array.isArray(values) ? values.map(clean) : values)),
    isList({ max: count }),
    rule(
      'isName',
      `each must be a name of at most ${max} characters`,
      (values) => !Array.isArray(values) || values.length > count || values.every(isName),
    ),
  );
}

/** The title of a task. If it is missing or blank, the error code is TASK_TITLE_REQUIRED. */
export function Title(max = 200): PropertyDecorator {
  const isMissing = (value: unknown) => value === undefined || value === null || value === '';
  return field(
    { type: 'string', minLength: 1, maxLength: max },
    cleaned(max),
    rule(TITLE_REQUIRED, 'a task needs a title', (value) => !isMissing(value), { isType: true }),
    isString(),
    maxLength(max),
    safeText({ max }),
  );
}

/** If this rule is broken, the error code is TASK_TITLE_REQUIRED. */
export const TITLE_REQUIRED = 'titleRequired';

/**
 * A password. It is not trimmed and not normalised here, because hashes of earlier versions were made from
 * the text as typed. Its length counts the code points of its NFC form, which is hashed now.
 */
export function Password({ min, max }: { min: number; max: number }): PropertyDecorator {
  const normal = (text: string) => (isFarTooLong(text, max) ? text : normalize(text));
  return field(
    { type: 'string', format: 'password', minLength: min, maxLength: max },
    isString(),
    textRule('minLength', `must be at least ${min} characters`, (text) => !isAtMost(min - 1, normal(text))),
    textRule('maxLength', `must be at most ${max} characters`, (text) => isAtMost(max, normal(text))),
  );
}

const EMAIL_LENGTH = 254;

/** An e-mail address without a display name. Whether it can receive mail is not checked. */
export function Email(): PropertyDecorator {
  return field(
    { type: 'string', format: 'idn-email', maxLength: EMAIL_LENGTH },
    cleaned(EMAIL_LENGTH),
    rule('isEmail', `must be an e-mail address of at most ${EMAIL_LENGTH} characters`, (value) => {
      return isText(value) && value.length <= EMAIL_LENGTH && value.isWellFormed() && EMAIL.test(value);
    }),
    boundedMarks(EMAIL_LENGTH),
  );
}

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?`;
const EMAIL = new RegExp(String.raw`^[^\s@"<>(),:;\\[\]\p{Cc}\p{Cf}]{1,64}@${LABEL}(?:\.${LABEL})*$`, 'u');

/**
 * Returns true if the text has at most `max` code points. It counts them only if the length in UTF-16 units
 * leaves a doubt.
 */
function isAtMost(max: number, text: string): boolean {
  return text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max);
}
