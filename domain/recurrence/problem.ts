/** Why a recurrence is refused; the names of field checks are those of class-validator. */
type ProblemRule =
  | 'isObject'
  | 'isInt'
  | 'isIn'
  | 'isArray'
  | 'isDate'
  | 'min'
  | 'max'
  | 'notZero'
  | 'maxLength'
  | 'arrayNotEmpty'
  | 'arrayMaxSize'
  | 'syntax'
  | 'unsupported'
  | 'conflict'
  | 'noDate';

export type RecurrenceProblem = {
  /** The part, as `byDay[0].nthOfPeriod`; empty when the recurrence as a whole is meant. */
  readonly field: string;
  readonly rule: ProblemRule;
  readonly message: string;
};

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly RecurrenceProblem[] };

export type Report = (field: string, rule: ProblemRule, message: string) => void;

/** More would help nobody and let a small request fetch a large answer. */
const MAX_PROBLEMS = 100;

/** Runs `read` and gives its value, or all the problems that it reported; null stands for "no value". */
export function reading<T>(read: (report: Report) => T | null): Reading<T> {
  const problems: RecurrenceProblem[] = [];
  const value = read((field, rule, message) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ field, rule, message });
  });
  return problems.length > 0 || value === null ? { ok: false, problems } : { ok: true, value };
}
