import { Transform } from 'class-transformer';
import { composed, documented, rule } from './compose.js';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const cleaned = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim().normalize('NFC') : value,
);

const isText = (value: unknown): value is string => typeof value === 'string';

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
  return composed(
    ...(raw ? [] : [cleaned]),
    rule('isString', 'must be text', isText),
    rule(
      'maxLength',
      `must be at most ${max} characters`,
      (value) => !isText(value) || codePoints(value) <= max,
    ),
    rule('safeText', 'must not contain control characters or broken surrogates', (value) => {
      if (!isText(value)) return true;
      return value.isWellFormed() && !(lines ? CONTROL_BUT_LINES : CONTROL).test(value);
    }),
    ...(blank ? [] : [rule('notBlank', 'must not be blank', (value) => !isText(value) || value !== '')]),
    documented({ type: 'string', maxLength: max, ...(!blank && { minLength: 1 }) }),
  );
}

/** The title of a task: as text, and named in a code of its own when it is missing. */
export function Title(max = 200): PropertyDecorator {
  return composed(
    cleaned,
    rule(
      TITLE_REQUIRED,
      'a task needs a title',
      (value) => value !== undefined && value !== null && value !== '',
    ),
    rule('isString', 'must be text', (value) => value === undefined || value === null || isText(value)),
    rule(
      'maxLength',
      `must be at most ${max} characters`,
      (value) => !isText(value) || codePoints(value) <= max,
    ),
    rule(
      'safeText',
      'must not contain control characters or broken surrogates',
      (value) => !isText(value) || (value.isWellFormed() && !CONTROL.test(value)),
    ),
    documented({ type: 'string', minLength: 1, maxLength: max }),
  );
}

/** The rule whose breach makes the whole answer TASK_TITLE_REQUIRED. */
export const TITLE_REQUIRED = 'titleRequired';

/** A password: significant to the last space, so neither trimmed nor normalized; counted in code points. */
export function Password({ min, max }: { min: number; max: number }): PropertyDecorator {
  return composed(
    rule('isString', 'must be text', isText),
    rule(
      'minLength',
      `must be at least ${min} characters`,
      (value) => !isText(value) || codePoints(value) >= min,
    ),
    rule(
      'maxLength',
      `must be at most ${max} characters`,
      (value) => !isText(value) || codePoints(value) <= max,
    ),
    documented({ type: 'string', format: 'password', minLength: min, maxLength: max }),
  );
}

/** One mailbox, without a display name. What is deliverable is for the mail server to say. */
export function Email(): PropertyDecorator {
  return composed(
    cleaned,
    rule('isEmail', 'must be an e-mail address of at most 254 characters', (value) => {
      return isText(value) && value.length <= 254 && value.isWellFormed() && EMAIL.test(value);
    }),
    documented({ type: 'string', format: 'idn-email', maxLength: 254 }),
  );
}

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?`;
const EMAIL = new RegExp(String.raw`^[^\s@"<>(),:;\\[\]\p{Cc}]{1,64}@${LABEL}(?:\.${LABEL})*$`, 'u');

/** Counting stops mattering past the limit, so text that is far too long is not walked through. */
function codePoints(text: string): number {
  return text.length > 50_000 ? text.length : Array.from(text).length;
}
