import type { HouseholdData } from '../data/household.ts';
import { memberIn } from '../data/session.ts';
import { findAnswerable, type Swap } from '../data/swaps.ts';
import { list, shortDate, time } from '../i18n/formats.ts';
import { t, tag } from '../i18n/t.ts';

/** Returns a turn in words: “Dishes, Tue 24 Nov · 19:00”. */
export function turnText({ title, date, time: at }: Swap['offered'], today: string): string {
  const when = [date !== null && shortDate(date, tag.value, today), at !== null && time(at, tag.value)]
    .filter(Boolean)
    .join(' · ');
  return `${title}, ${when}`;
}

/** Returns a swap request in words: who would give which turn to whom, from the point of view of the user. */
export function swapText(household: HouseholdData, swap: Swap): string {
  const today = household.today.value;
  const mine = memberIn(household.id);
  const inPlaceOf = findAnswerable(household, swap)?.inPlaceOf;
  const { memberIds } = swap.wanted;
  const others = list(
    memberIds.flatMap((id) => household.member(id)?.displayName ?? []),
    tag.value,
  );
  const facts = {
    name: household.member(swap.requestedBy)?.displayName ?? t('swaps.somebody'),
    other: others || t('swaps.somebody'),
    offered: turnText(swap.offered, today),
    wanted: turnText(swap.wanted, today),
  };
  if (swap.requestedBy === mine) return t('swaps.youAsk', facts);
  if (swap.status !== 'OPEN') return t('swaps.theyAsked', facts);
  if (inPlaceOf) return t('swaps.theyAskOf', { ...facts, of: inPlaceOf.displayName });
  return mine !== null && memberIds.includes(mine) ? t('swaps.theyAsk', facts) : t('swaps.theyAsked', facts);
}
