import type { MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const SUGGESTION_REASONS = ['LEAST_LOADED', 'LONGEST_AGO', 'AWAY', 'NOT_IN_ROTATION'] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** A member who could do a task. */
export type AssigneeCandidate = {
  readonly memberId: MemberId;
  /** The minutes done minus the minutes expected. */
  readonly difference: number;
  /** When the member last did this task. null if never. */
  readonly lastDoneAt: Instant | null;
  readonly isAway: boolean;
  readonly isInRotation: boolean;
};

export type AssigneeSuggestion = Pick<AssigneeCandidate, 'memberId' | 'difference' | 'lastDoneAt'> & {
  readonly reasons: readonly SuggestionReason[];
};

/**
 * Suggests members for a task, best first: those with the lowest `difference`, and among equals those who did this
 * task longest ago or never. Nobody is left out, and nothing is assigned.
 */
export function suggest(candidates: readonly AssigneeCandidate[]): readonly AssigneeSuggestion[] {
  const least = Math.min(...candidates.map(({ difference }) => difference));
  const longestAgo = Math.min(...candidates.map(lastDone));
  return candidates
    .toSorted(
      (one, other) =>
        one.difference - other.difference ||
        compare(lastDone(one), lastDone(other)) ||
        compare(one.memberId, other.memberId),
    )
    .map((candidate) => {
      const { memberId, difference, lastDoneAt } = candidate;
      const holds: Readonly<Record<SuggestionReason, boolean>> = {
        LEAST_LOADED: difference === least,
        LONGEST_AGO: lastDone(candidate) === longestAgo,
        AWAY: candidate.isAway,
        NOT_IN_ROTATION: !candidate.isInRotation,
      };
      return {
        memberId,
        difference,
        lastDoneAt,
        reasons: SUGGESTION_REASONS.filter((reason) => holds[reason]),
      };
    });
}

const lastDone = ({ lastDoneAt }: AssigneeCandidate) => lastDoneAt ?? -Infinity;

function compare<T extends string | number>(one: T, other: T): number {
  return one < other ? -1 : Number(one > other);
}
