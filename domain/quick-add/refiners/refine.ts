import type { Candidate, Claim } from '../readings.js';
import { type Sentence, warnAt } from '../sentence.js';
import { NOT_UNDERSTOOD, nothingHalfRead } from './half-read.js';
import { findClaim, giveBack, hasField, type Refiner, type RefinedCandidates } from './refiner.js';
import { findCategory } from '../markers/categories.js';

/**
 * Gives a new category back to the title if the task is PERSONAL. Everybody sees categories, so a SHARED task
 * may create one, but a PERSONAL task may not.
 */
export const withNewCategory: Refiner = (settled, sentence) => {
  const { candidates, warnings } = settled;
  const named = candidates.find(({ claim }) => claim.field === 'category');
  if (named?.claim.field !== 'category' || findCategory(named.claim.name, sentence) !== undefined)
    return settled;
  if (findClaim(candidates, 'visibility') !== undefined)
    return giveBack(settled, sentence, (candidate) => candidate === named, {
      code: 'UNKNOWN_CATEGORY',
      message:
        'A personal task cannot create a category, because all members would see it. Choose an existing one',
    });
  const warning = warnAt(sentence, named, {
    code: 'NEW_CATEGORY',
    message: 'This category is new and will be created',
  });
  return { candidates, warnings: [...warnings, warning] };
};

/**
 * Applies the refiners in order: first those that check candidates one by one, then those that check
 * combinations.
 */
export function refineCandidates(candidates: readonly Candidate[], sentence: Sentence): RefinedCandidates {
  return REFINERS.reduce<RefinedCandidates>((settled, refine) => refine(settled, sentence), {
    candidates,
    warnings: [],
  });
}

const withoutGuards: Refiner = (settled, sentence) => {
  const asked = giveBack(
    settled,
    sentence,
    ({ claim }) => claim.field === 'guard' && claim.warning === 'AMBIGUOUS',
    { code: 'AMBIGUOUS', message: 'Every time or just the next one? Say "every" or a date' },
  );
  const understood = giveBack(
    asked,
    sentence,
    ({ claim }) => claim.field === 'guard' && claim.warning === 'NOT_UNDERSTOOD',
    NOT_UNDERSTOOD,
  );
  return giveBack(understood, sentence, hasField('guard'));
};

export function hasSeries(candidates: readonly Candidate[]): boolean {
  return candidates.some(
    ({ claim }) =>
      claim.field === 'rule' ||
      claim.field === 'afterCompletion' ||
      // "One week Alex, one week Sam" repeats without saying so.
      (claim.field === 'rotation' && claim.unit === 'week' && claim.order !== null),
  );
}

/**
 * Without a series, "from Friday" is a date, while "until Friday", "for 3 weeks" and "3 times" stay in the
 * title.
 */
const boundsNeedSeries: Refiner = (settled, sentence) => {
  if (hasSeries(settled.candidates)) return settled;
  const dated = settled.candidates.map((candidate) =>
    candidate.claim.field === 'start'
      ? { ...candidate, claim: { field: 'date', date: candidate.claim.date } as const }
      : candidate,
  );
  const unbounded = giveBack(
    { ...settled, candidates: dated },
    sentence,
    hasField('until', 'length', 'count', 'exceptDays', 'exceptMonths'),
  );
  const unranged = giveBack(unbounded, sentence, hasField('interval'), {
    code: 'DATE_RANGE',
    message: 'A task has only one date. The period stays in the title',
  });
  return giveBack(unranged, sentence, hasField('rotation'), {
    code: 'NOT_APPLICABLE',
    message: 'Only a repeating task can have a rotation',
  });
};

const afterCompletionHasNoBounds: Refiner = (settled, sentence) =>
  findClaim(settled.candidates, 'afterCompletion') === undefined
    ? settled
    : giveBack(
        settled,
        sentence,
        hasField('until', 'length', 'count', 'exceptDays', 'exceptMonths', 'interval'),
        {
          code: 'NOT_APPLICABLE',
          message: 'A task that repeats after completion cannot have an end or exceptions',
        },
      );

/** The places of the task that each claim fills. */
const PLACES: { readonly [F in Claim['field']]: readonly string[] } = {
  date: ['date'],
  elapsed: ['date', 'time'],
  start: ['date'],
  interval: ['date', 'end'],
  time: ['time'],
  range: ['time', 'duration'],
  dayPart: ['dayPart'],
  duration: ['duration'],
  rule: ['series'],
  afterCompletion: ['series'],
  until: ['end'],
  length: ['end'],
  count: ['end'],
  exceptDays: ['except'],
  exceptMonths: ['except'],
  rotation: ['rotation'],
  softDue: ['softDue'],
  category: ['category'],
  priority: ['priority'],
  notes: ['notes'],
  visibility: [],
  member: [],
  together: [],
  each: [],
  guard: [],
  unread: [],
};

/** If a place is filled twice, the last claim counts, because people correct themselves as they write. */
const lastCounts: Refiner = (settled, sentence) => {
  const taken = new Set<string>();
  const superseded = new Set<Candidate>();
  for (const candidate of [...settled.candidates].sort((a, b) => b.from - a.from)) {
    const places = PLACES[candidate.claim.field];
    if (places.some((place) => taken.has(place))) superseded.add(candidate);
    else for (const place of places) taken.add(place);
  }
  return giveBack(settled, sentence, (candidate) => superseded.has(candidate), {
    code: 'SUPERSEDED',
    message: 'Given twice. The last one is used',
  });
};

/** "By Friday at 5pm" names a moment, so it becomes a date; "this week at 5pm" does not. */
const softDueStandsAlone: Refiner = (settled, sentence) => {
  const { candidates } = settled;
  const softDue = findClaim(candidates, 'softDue')?.softDue;
  if (softDue === undefined) return settled;
  if (
    findClaim(candidates, 'date') ??
    findClaim(candidates, 'elapsed') ??
    (hasSeries(candidates) || undefined)
  )
    return giveBack(settled, sentence, hasField('softDue'), {
      code: 'SUPERSEDED',
      message: 'A task with a date cannot also have a due period',
    });
  if (!candidates.some(hasField('time', 'range', 'dayPart'))) return settled;
  if (softDue.kind !== 'BEFORE')
    return giveBack(settled, sentence, hasField('time', 'range', 'dayPart'), {
      code: 'NOT_APPLICABLE',
      message: 'A time needs a date',
    });
  const date = { date: softDue.date, style: 'calendar', strength: 'strong' } as const;
  const dated = candidates.map((candidate) =>
    candidate.claim.field === 'softDue'
      ? { ...candidate, claim: { field: 'date', date } as const }
      : candidate,
  );
  return { ...settled, candidates: dated };
};

/** The members named within a rotation take turns and are not assigned in addition. */
const rotationTakesItsMembers: Refiner = (settled, sentence) => {
  const rotation = settled.candidates.find(hasField('rotation'));
  if (rotation === undefined) return settled;
  const isInside = ({ from, to }: Candidate) => from >= rotation.from && to <= rotation.to;
  return giveBack(
    settled,
    sentence,
    (candidate) => candidate.claim.field === 'member' && isInside(candidate),
  );
};

const REFINERS: readonly Refiner[] = [
  nothingHalfRead,
  withoutGuards,
  boundsNeedSeries,
  afterCompletionHasNoBounds,
  lastCounts,
  softDueStandsAlone,
  rotationTakesItsMembers,
  withNewCategory,
];
