import type { Member } from './household.ts';

/** Whether they are of the household on any of these days: guests come on a first day, and leave after a last. */
export const isHere = (
  { activeFrom, activeUntil }: Pick<Member, 'activeFrom' | 'activeUntil'>,
  from: string,
  to = from,
): boolean => (activeFrom ?? '') <= to && from <= (activeUntil ?? '9');

/** Whether they do things: an animal may be responsible, but it ticks nothing, has done nothing and exchanges no turns. */
export const isPerson = ({ group }: Pick<Member, 'group'>): boolean => group !== 'PET';

/** The first absence that any of these days lies in. */
export const findAbsence = ({ awayPeriods }: Pick<Member, 'awayPeriods'>, from: string, to = from) =>
  awayPeriods.find((away) => away.from <= to && (away.to === null || from <= away.to));
