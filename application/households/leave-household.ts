import type { Household, Member } from '../../domain/households/household.js';
import { decideDeparture } from '../../domain/households/membership.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { type BulkActor, type FirstStep, takeFirstStep } from '../bulk/bulk-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import {
  type DepartureWork,
  departureWork,
  removePersonalPart,
  takeDepartureStep,
} from './departure-steps.js';
import { endHousehold } from './end-household.js';
import type { AfterMembershipChange } from './after-membership-change.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

/** Carries out the beginning of a departure: its first part, or several parts in a dry run. */
export type BeginDeparture = (
  scope: UnitOfWorkScope,
  actor: BulkActor,
  work: DepartureWork,
) => Promise<FirstStep<DepartureWork, void>>;

/** Carries out the first part of a departure. The request or a job does the rest. */
export function beginDeparture(dependencies: PlanDependencies): BeginDeparture {
  const take = takeDepartureStep(dependencies);
  return (scope, actor, work) => takeFirstStep(dependencies, scope, actor, work, take);
}

/**
 * Ends a membership. The household is locked, and `members` are its active members. Returns the result of the first
 * part of the work, with the work that remains. Returns null if no other member has an account: then the household is
 * deleted instead.
 *
 * - Done and skipped tasks keep the member's id, and open tasks lose it.
 * - Rows that only this member could see are deleted.
 * - The invitations that the member created are revoked, because the member could use them to rejoin.
 */
export function leaveHousehold({
  clock,
  afterMembershipChange,
  ids,
  begin = beginDeparture({ clock, ids }),
}: Needs<'clock' | 'ids'> & {
  afterMembershipChange: AfterMembershipChange;
  begin?: BeginDeparture;
}) {
  return async (
    scope: UnitOfWorkScope,
    { household, members }: { household: Household; members: readonly Member[] },
    member: Member,
    /** The member who ends the membership. null means the service itself. */
    actorId: MemberId | null,
  ): Promise<FirstStep<DepartureWork, void> | null> => {
    const now = clock.now();
    if (decideDeparture(members, member.id, member).kind === 'wasLast') {
      await endHousehold(scope, { householdId: household.id, actorId, at: now });
      return null;
    }
    const actor = { household, memberId: actorId };
    const {
      series,
      calendarLinks,
      households,
      invitations,
      activities,
      operations,
      feeds,
      displays,
      notifications,
      attachments,
      changes,
      jobs,
      events,
    } = scope;
    // From here on nobody can assign anything to the member, so the statements below find every assignment.
    await households.saveMember({ ...member, leftAt: now, hasPin: false });
    if (member.hasPin) await displays.removePin(household.id, member.id);
    if (member.isProxy)
      for (const id of await displays.removePassesOf(household.id, member.id)) events.signedOut(id);
    for (const other of members.filter(({ managerIds }) => managerIds.includes(member.id)))
      await households.saveMember({
        ...other,
        managerIds: other.managerIds.filter((id) => id !== member.id),
      });
    // The departure may change tasks of any series, so all series are locked here. The calendar link is locked before
    // them, because every transaction that needs both locks them in this order.
    await calendarLinks.findForUpdate(household.id);
    await series.lockAll(household.id);
    const fileIds = await attachments.removePersonal(household.id, member.id);
    if (fileIds.length > 0)
      await jobs.enqueue('remove-files', { householdId: household.id, fileIds: [...fileIds] });
    // Activities are removed before the member's personal tasks, because only these tasks show which activities are
    // personal.
    await activities.removePersonal(household.id, member.id);
    await operations.forgetMember(household.id, member.id);
    await removePersonalPart({ clock, ids }, scope, actor, member.id);
    await feeds.removeThoseOf(household.id, member.id);
    await notifications.removeThoseOf(household.id, member.id);
    await changes.forget(household.id, member.id);
    await afterMembershipChange(scope, household, { memberId: member.id, kind: 'left' });
    const first = await begin(scope, actor, departureWork(member.id));
    await invitations.revokeThoseOf(household.id, member.id, now);
    raiseEvent(events, actor, now, { kind: 'member', action: 'left', memberId: member.id });
    return first;
  };
}
