import { RANK } from '../phrases/phrase.js';
import type { Candidate, Claim } from '../readings.js';
import type { QuickAddWarning } from '../result.js';
import { warnAt, type Sentence } from '../sentence.js';

/** The readings that are still used, and the warnings so far. All other tokens belong to the title. */
export type RefinedCandidates = {
  readonly candidates: readonly Candidate[];
  readonly warnings: readonly QuickAddWarning[];
};

export type Refiner = (settled: RefinedCandidates, sentence: Sentence) => RefinedCandidates;

export function findClaim<F extends Claim['field']>(
  candidates: readonly Candidate[],
  field: F,
): Extract<Claim, { field: F }> | undefined {
  return candidates.map(({ claim }) => claim).find((claim) => claim.field === field) as
    | Extract<Claim, { field: F }>
    | undefined;
}

/**
 * Drops the candidates for which `returned` is true, so that their words become part of the title. Adds a
 * warning for each of them if there is a `reason`.
 */
export function restoreToTitle(
  { candidates, warnings }: RefinedCandidates,
  sentence: Sentence,
  returned: (candidate: Candidate) => boolean,
  reason?: { readonly code: QuickAddWarning['code']; readonly message: string },
): RefinedCandidates {
  const gone = candidates.filter(returned);
  if (gone.length === 0) return { candidates, warnings };
  return {
    candidates: candidates.filter((candidate) => !gone.includes(candidate)),
    warnings: [...warnings, ...(reason ? gone.map((candidate) => warnAt(sentence, candidate, reason)) : [])],
  };
}

export const hasField =
  (...fields: readonly Claim['field'][]) =>
  ({ claim }: Candidate) =>
    fields.includes(claim.field);

/**
 * The fields that say on which date and at what time a task is, or how it repeats. The end and the exceptions of a
 * series, the duration and the assignees are not included.
 */
export const MOMENT_FIELDS = [
  'date',
  'elapsed',
  'time',
  'dayPart',
  'range',
  'rule',
  'afterCompletion',
  'start',
  'softDue',
] as const satisfies readonly Claim['field'][];

/**
 * All fields that say when the task is: its date and time, how it repeats, who takes turns in which order, and how long
 * it takes. If the meaning of one of them is in doubt, none of them is used.
 */
export const isTiming = ({ claim, rank }: Candidate) => TIMING_FIELDS.has(claim.field) && rank !== RANK.name;

const TIMING_FIELDS: ReadonlySet<Claim['field']> = new Set([
  ...MOMENT_FIELDS,
  'duration',
  'until',
  'interval',
  'length',
  'count',
  'exceptDays',
  'months',
  'rotation',
  'rotationStart',
  'partOfRule',
]);

export const NOT_UNDERSTOOD = {
  code: 'NOT_UNDERSTOOD',
  message: 'This looks like a date but could not be understood. It stays in the title',
} as const;

/**
 * Drops all readings that say when the task is, so that their words become part of the title. Adds a warning with
 * `reason` for each candidate for which `unreadable` is true.
 */
export function withdrawTiming(
  settled: RefinedCandidates,
  sentence: Sentence,
  unreadable: (candidate: Candidate) => boolean,
  reason: NonNullable<Parameters<typeof restoreToTitle>[3]> = NOT_UNDERSTOOD,
): RefinedCandidates {
  const remaining = restoreToTitle(settled, sentence, unreadable, reason);
  return restoreToTitle(remaining, sentence, isTiming);
}
