import type { Member } from './household.ts';

/** Whether they are of the household on any of these days: guests come on a first day, and leave after a last. */
export const isHere = (
  { activeFrom, activeUntil }: Pick<Member, 'activeFrom' | 'activeUntil'>,
  from: string,
  to = from,
): boolean => (activeFrom ?? '') <= to && from <= (activeUntil ?? '9');
