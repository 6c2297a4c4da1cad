import { useHousehold, type HouseholdData, type Occurrence } from './household.ts';
import { memberIn } from './session.ts';

/**
 * The rights of the user of this page. The service enforces them. The client uses them only to hide actions that
 * the service would refuse.
 */
export type Rights = {
  /**
   * False for children and guests. Children and guests may tick, skip and reopen tasks that are theirs or unassigned,
   * add tasks for themselves, and shop.
   */
  readonly isAdult: boolean;
  /** Returns true if the user may tick, skip or reopen this task and tick its checklist. */
  readonly mayActOn: (row: Pick<Occurrence, 'responsibleMemberIds'>) => boolean;
};

/** Returns the rights of the user in a household. While the members are not loaded, everything is allowed. */
export function rightsIn(household: HouseholdData): Rights {
  const id = memberIn(household.id);
  const self = id === null ? undefined : household.member(id);
  const isAdult = self === undefined || self.group === 'ADULT';
  return {
    isAdult,
    mayActOn: ({ responsibleMemberIds }) =>
      isAdult || responsibleMemberIds.length === 0 || responsibleMemberIds.some((each) => each === id),
  };
}

/** Works like {@link rightsIn}, for the household of the current page. */
export const useRights = (): Rights => rightsIn(useHousehold());
