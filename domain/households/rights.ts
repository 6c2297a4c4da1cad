import type { MemberId } from '../shared/ids.js';
import type { Group } from './household.js';

/**
 * Who may ask something of a household: `everybody` in it; children and guests about what is `own`; whoever is chosen
 * `onDisplay`, and elsewhere adults; or an `adult` alone. Owners are asked for beside that.
 */
export type Right = 'everybody' | 'own' | 'onDisplay' | 'adult';

/** Whether a member of that group may ask it at all; of what is `own`, {@link mayActOn} says about which tasks. */
export function isAllowed(group: Group, right: Right, isOnDisplay: boolean): boolean {
  if (group === 'ADULT') return true;
  return right === 'onDisplay' ? isOnDisplay : right !== 'adult';
}

/**
 * Whether somebody does things: ticks, has done them and has a PIN. An animal may be responsible, for a walk with the dog, and
 * whoever walks it has done that.
 */
export const isPerson = ({ group }: { readonly group: Group }): boolean => group !== 'PET';

type Asker = { readonly memberId: MemberId; readonly group: Group };

/** Children and guests complete, reopen, skip and tick what is theirs, also with others, and what is nobody's. */
export function mayActOn(
  { memberId, group }: Asker,
  { responsibleMemberIds }: { readonly responsibleMemberIds: readonly MemberId[] },
): boolean {
  return group === 'ADULT' || responsibleMemberIds.length === 0 || responsibleMemberIds.includes(memberId);
}

/** They tick for themselves. */
export function mayTickFor({ memberId, group }: Asker, doer: MemberId): boolean {
  return group === 'ADULT' || doer === memberId;
}

/** Of an item of a checklist they change nothing but its tick. */
export function mayEditItem({ group }: Asker, edit: object): boolean {
  return group === 'ADULT' || Object.keys(edit).every((field) => field === 'done');
}

type People = {
  readonly visibility: 'SHARED' | 'PERSONAL';
  readonly responsibleMemberIds: readonly MemberId[];
  readonly rotation: object | null;
};

/** The task as they may create it, theirs where nobody is named; null: it is to be for somebody else, or goes round. */
export function ownTask<Draft extends People>(draft: Draft, { memberId, group }: Asker): Draft | null {
  const { visibility, responsibleMemberIds, rotation } = draft;
  if (group === 'ADULT' || visibility === 'PERSONAL') return draft;
  if (rotation !== null || responsibleMemberIds.some((id) => id !== memberId)) return null;
  return { ...draft, responsibleMemberIds: [memberId] };
}
