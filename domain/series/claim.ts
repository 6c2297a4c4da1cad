import { isAsOthers } from './plan.js';
import type { SeriesState } from './series.js';
import type { MemberId } from '../shared/ids.js';
import { mutated, namedByRule, type Occurrence, type Stamp } from '../tasks/occurrence.js';

/** Why an occurrence is not a member's to take, or to give back. */
export type NotClaimable =
  | { readonly kind: 'notOpen' }
  /** It has somebody, who is told. */
  | { readonly kind: 'taken'; readonly by: readonly MemberId[] }
  /** It is theirs, but not since they took it: turns are swapped or given away. */
  | { readonly kind: 'notClaimed' };

type Claimed = { readonly kind: 'occurrence'; readonly occurrence: Occurrence };

/** What is to do and nobody's becomes the member's; the very same occurrence where it is theirs already. */
export function planClaim(
  occurrence: Occurrence,
  member: MemberId,
  stamp: Stamp,
): Claimed | Exclude<NotClaimable, { kind: 'notClaimed' }> {
  const { responsibleMemberIds: people, seriesId, status } = occurrence;
  if (status !== 'TODO') return { kind: 'notOpen' };
  if (people.includes(member)) return { kind: 'occurrence', occurrence };
  if (people.length > 0) return { kind: 'taken', by: people };
  const taken = {
    responsibleMemberIds: [member],
    turnReason: 'CLAIMED',
    turnOf: seriesId === null ? null : namedByRule(occurrence),
    isException: seriesId !== null,
  } as const;
  return { kind: 'occurrence', occurrence: mutated(occurrence, taken, stamp) };
}

/**
 * What the member took is nobody's again, and of a series as its others are; the very same occurrence where it is
 * nobody's already.
 * @param series its own
 */
export function planRelease(
  occurrence: Occurrence,
  member: MemberId,
  series: Pick<SeriesState, 'template' | 'recurrence' | 'season' | 'pauses'> | null,
  stamp: Stamp,
): Claimed | NotClaimable {
  const { responsibleMemberIds: people, turnReason, status } = occurrence;
  if (status !== 'TODO') return { kind: 'notOpen' };
  if (people.length === 0) return { kind: 'occurrence', occurrence };
  if (!people.includes(member)) return { kind: 'taken', by: people };
  if (turnReason !== 'CLAIMED') return { kind: 'notClaimed' };
  const released = {
    responsibleMemberIds: [],
    turnReason: null,
    turnOf: null,
    isException: occurrence.isException && (series === null || !isAsOthers(occurrence, series)),
  };
  return { kind: 'occurrence', occurrence: mutated(occurrence, released, stamp) };
}
