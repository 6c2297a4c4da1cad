import type { Member } from './household.ts';

/**
 * Returns true if the member belongs to the household on any of these days. Guests have a first and a last
 * day.
 */
export const isPresent = (
  { activeFrom, activeUntil }: Pick<Member, 'activeFrom' | 'activeUntil'>,
  from: string,
  to = from,
): boolean => (activeFrom ?? '') <= to && from <= (activeUntil ?? '9');

/**
 * Returns false for pets. A pet can be assigned to a task, but it cannot tick, has no completed tasks and
 * cannot swap turns.
 */
export const isPerson = ({ group }: Pick<Member, 'group'>): boolean => group !== 'PET';

/** Returns the first absence that overlaps these days. */
export const findAbsence = ({ awayPeriods }: Pick<Member, 'awayPeriods'>, from: string, to = from) =>
  awayPeriods.find((away) => away.from <= to && (away.to === null || from <= away.to));
