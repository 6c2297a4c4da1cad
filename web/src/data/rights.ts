import { useHousehold, type HouseholdData, type Occurrence } from './household.ts';
import { memberIn } from './session.ts';

/** What the person at this page may do. The service decides; the client offers nothing that the service would refuse. */
export type Rights = {
  /** False for children and guests: they tick, skip and reopen what is theirs or nobody's, add tasks for themselves, and shop. */
  readonly isGrownUp: boolean;
  /** Returns true if they may tick, skip or reopen this task and tick its checklist. */
  readonly mayActOn: (row: Pick<Occurrence, 'responsibleMemberIds'>) => boolean;
};

/** Returns the rights of the person at this page in a household. Until the members are known, nothing is withheld. */
export function rightsIn(household: HouseholdData): Rights {
  const id = memberIn(household.id);
  const self = id === null ? undefined : household.member(id);
  const isGrownUp = self === undefined || self.group === 'ADULT';
  return {
    isGrownUp,
    mayActOn: ({ responsibleMemberIds }) =>
      isGrownUp || responsibleMemberIds.length === 0 || responsibleMemberIds.some((each) => each === id),
  };
}

/** As {@link rightsIn}, for the household around a component. */
export const useRights = (): Rights => rightsIn(useHousehold());
