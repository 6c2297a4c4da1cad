import type { Candidate } from '../readings.js';
import type { Sentence } from '../sentence.js';
import { LATE, holds, type Surroundings } from './conditions.js';

const overlaps = (one: Candidate, other: Candidate) => one.from < other.to && other.from < one.to;

/**
 * The candidates that hold, none overlapping another: lower ranks first, among equals the longest, then the
 * first. Those that need a date or time beside them are tried when the others are settled.
 */
export function choose(
  sentence: Sentence,
  candidates: readonly Candidate[],
  claimed: readonly Candidate[],
): readonly Candidate[] {
  const ordered = [...candidates].sort(
    (a, b) => a.rank - b.rank || b.to - b.from - (a.to - a.from) || a.order - b.order || a.from - b.from,
  );
  const others = candidates.filter(isPhrase);
  const starts = new Set(others.map(({ from }) => from));
  const ends = new Set(others.map(({ to }) => to));
  const chosen: Candidate[] = [];
  const surroundings: Surroundings = { sentence, starts, ends, claimed, chosen };
  const take = (candidate: Candidate) => {
    if (!chosen.some((other) => overlaps(candidate, other)) && holds(candidate, surroundings))
      chosen.push(candidate);
  };
  const [late, early] = [ordered.filter(isLate), ordered.filter((candidate) => !isLate(candidate))];
  early.forEach(take);
  // Twice: "Friday 3/4 5:12" has a date that leans on a time that leans on a date.
  late.forEach(take);
  late.forEach(take);
  return chosen.sort((a, b) => a.from - b.from);
}

const isLate = ({ when }: Candidate) => when?.some((condition) => LATE.has(condition)) ?? false;

/** Whether it shows that the phrase before it has ended and the one after it begins. */
const isPhrase = ({ claim, when }: Candidate) =>
  (claim.field !== 'guard' || claim.warning === 'NOT_UNDERSTOOD') && when?.includes('expected') !== true;
