import type { MemberId } from '../shared/ids.js';
import type { Group } from './household.js';

/**
 * Which members may use an operation. `everybody`: all members. `own`: adults, and other members for tasks that are
 * assigned to them or to nobody. `onDisplay`: adults, and on a display everybody who is chosen there. `adult`: only
 * adults. `owner`: only owners, who are adults.
 */
export type Right = 'everybody' | 'own' | 'onDisplay' | 'adult' | 'owner';

/**
 * Returns true if a member of that group may use the operation at all. For the right `own`, {@link mayActOn}
 * decides again for each task. For the right `owner`, the role decides too.
 */
export function isAllowed(group: Group, right: Right, isOnDisplay: boolean): boolean {
  if (group === 'ADULT') return true;
  return right === 'onDisplay' ? isOnDisplay : right === 'everybody' || right === 'own';
}

/**
 * Returns true if the member can complete tasks and have a PIN, which a pet cannot. A pet can be an assignee
 * (for a walk with the dog), but a person completes the task.
 */
export const isPerson = ({ group }: { readonly group: Group }): boolean => group !== 'PET';

type Asker = { readonly memberId: MemberId; readonly group: Group };

/**
 * Returns true if the member may complete, reopen, skip and tick the task. Children and guests may do so only
 * for tasks that are assigned to them, alone or with others, or to nobody.
 */
export function mayActOn(
  { memberId, group }: Asker,
  { responsibleMemberIds }: { readonly responsibleMemberIds: readonly MemberId[] },
): boolean {
  return group === 'ADULT' || responsibleMemberIds.length === 0 || responsibleMemberIds.includes(memberId);
}

/**
 * Returns true if the member may record that `doer` did a task. Children and guests may only record it for
 * themselves.
 */
export function mayTickFor({ memberId, group }: Asker, doer: MemberId): boolean {
  return group === 'ADULT' || doer === memberId;
}

/**
 * Returns true if the member may make this edit of a checklist item. Children and guests may only tick it.
 */
export function mayEditItem({ group }: Asker, edit: object): boolean {
  return group === 'ADULT' || Object.keys(edit).every((field) => field === 'done');
}

type People = {
  readonly visibility: 'SHARED' | 'PERSONAL';
  readonly responsibleMemberIds: readonly MemberId[];
  readonly rotation: object | null;
};

/**
 * Returns the task that the member may create. Adults may create every task, and everybody may create PERSONAL tasks.
 * A SHARED task of a child or guest is assigned to its author. Returns null if such a task names another member or
 * has a rotation.
 */
export function ownTask<Draft extends People>(draft: Draft, { memberId, group }: Asker): Draft | null {
  const { visibility, responsibleMemberIds, rotation } = draft;
  if (group === 'ADULT' || visibility === 'PERSONAL') return draft;
  if (rotation !== null || responsibleMemberIds.some((id) => id !== memberId)) return null;
  return { ...draft, responsibleMemberIds: [memberId] };
}
