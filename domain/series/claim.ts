import { matchesSeries } from './plan.js';
import type { SeriesState } from './series.js';
import type { MemberId } from '../shared/ids.js';
import { withMutation, namedByRule, type Occurrence, type Stamp } from '../tasks/occurrence.js';

/** Reasons why a member cannot claim an occurrence or release their claim. */
export type NotClaimable =
  | { readonly kind: 'notOpen' }
  /** Other members are already assigned to the occurrence. `by` names them. */
  | { readonly kind: 'taken'; readonly by: readonly MemberId[] }
  /**
   * The member is assigned, but did not claim it. A turn given by the rotation is swapped or reassigned
   * instead.
   */
  | { readonly kind: 'notClaimed' };

type Claimed = { readonly kind: 'occurrence'; readonly occurrence: Occurrence };

/**
 * Assigns an open, unassigned occurrence to the member. Returns the same object if it is already theirs, and the
 * reason if they cannot claim it.
 */
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
  return { kind: 'occurrence', occurrence: withMutation(occurrence, taken, stamp) };
}

/**
 * Undoes a claim. The occurrence becomes unassigned again. It also stops being an exception if it otherwise matches
 * its series. Returns the same object if nobody is assigned, and the reason if the member has no claim to release.
 *
 * @param series the series that the occurrence belongs to, or null for a one-off task
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
    isException: occurrence.isException && (series === null || !matchesSeries(occurrence, series)),
  };
  return { kind: 'occurrence', occurrence: withMutation(occurrence, released, stamp) };
}
