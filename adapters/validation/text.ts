import { hasTooManyMarks, MAX_MARKS_IN_A_ROW, normalize } from '../../domain/shared/normal-form.js';
import { isVisibleName } from '../../domain/shared/visible-name.js';
import { IsNotEmpty, IsString } from 'class-validator';
import { composed, field, rule, saying } from './compose.js';
import { isList, transformed } from './values.js';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** What a character may take before it is composed: a letter and the marks on it, or white space to be trimmed. */
const MAX_UNITS_PER_CHARACTER = 4;

const isText = (value: unknown): value is string => typeof value === 'string';

/** A rule of text; what is no text breaks another one. */
const textRule = (name: string, message: string, holds: (text: string) => boolean) =>
  rule(name, message, (value) => !isText(value) || holds(value));

/** Whether `text` is too long whatever its form. Such text is not walked through. */
const isFarTooLong = (text: string, max: number) => text.length > max * MAX_UNITS_PER_CHARACTER;

/** Trimmed and in Unicode's composed form, unless it is refused whatever its form. */
const cleaned = (max: number) =>
  transformed((value) =>
    !isText(value) || isFarTooLong(value, max) || hasTooManyMarks(value)
      ? value
      : normalize(value.replaceAll('\r\n', '\n').trim()),
  );

const isString = () => IsString(saying('must be text', { isType: true }));

/** MaxLength is not used: it does not count variation selectors, so it does not bound the code points. */
const maxLength = (max: number) =>
  textRule('maxLength', `must be at most ${max} characters`, (text) => isAtMost(max, text));

const boundedMarks = (max: number) =>
  textRule(
    'combiningMarks',
    `must not have more than ${MAX_MARKS_IN_A_ROW} combining marks in a row`,
    (text) => isFarTooLong(text, max) || !hasTooManyMarks(text),
  );

const safeText = ({ max, lines = false }: Pick<TextOptions, 'max' | 'lines'>) =>
  composed(
    textRule(
      'safeText',
      'must not contain control characters or broken surrogates',
      (text) => text.isWellFormed() && !(lines ? CONTROL_BUT_LINES : CONTROL).test(text),
    ),
    boundedMarks(max),
  );

export type TextOptions = {
  /** In code points. */
  readonly max: number;
  /** Newlines and tabs are welcome. */
  readonly lines?: boolean;
  readonly blank?: boolean;
  /** Left exactly as it came, where offsets into it mean something. */
  readonly raw?: boolean;
};

/**
 * Text as people write it: trimmed, in Unicode's composed form, without control characters and broken
 * surrogates, at most `max` code points, and not blank unless `blank` allows it.
 */
export function Text({ max, lines = false, blank = false, raw = false }: TextOptions) {
  return field(
    { type: 'string', maxLength: max, ...(!blank && { minLength: 1 }) },
    ...(raw ? [] : [cleaned(max)]),
    isString(),
    maxLength(max),
    safeText({ max, lines }),
    ...(blank ? [] : [IsNotEmpty(saying('must not be blank', { rule: 'notBlank' }))]),
  );
}

/** What something or somebody is called: as text, and all of it can be seen. */
export function Name({ max }: { max: number }): PropertyDecorator {
  return composed(
    Text({ max }),
    textRule(
      'visibleName',
      'must not contain invisible characters or such that change the direction of writing',
      (text) => !isAtMost(max, text) || text === '' || isVisibleName(text),
    ),
  );
}

/** A list of names, each as {@link Name} has them. */
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

/** The title of a task: as text, and named in a code of its own when it is missing. */
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

/** The rule whose breach makes the whole answer TASK_TITLE_REQUIRED. */
export const TITLE_REQUIRED = 'titleRequired';

/**
 * A password: significant to the last space, so it is not trimmed. It is handed on as it was typed, since hashes of
 * earlier versions were made of that; its length counts in code points of its NFC form, which is what is hashed.
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

/** One mailbox, without a display name. What is deliverable is for the mail server to say. */
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

/** Whether `text` is at most `max` code points; they are counted only where their number is in doubt. */
function isAtMost(max: number, text: string): boolean {
  return text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max);
}
