import type { HouseholdData, Occurrence } from '../../data/household.ts';
import { dateTime, list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';

/** Says who did a task and when, and who ticked it if that was somebody else; null if the task is not done. */
export function describeDone(row: Occurrence, household: HouseholdData): string | null {
  if (row.status !== 'DONE' || row.completedAt === null) return null;
  const at = dateTime(new Date(row.completedAt), household.zone.value, tag.value);
  const ticker = row.completedBy === null ? undefined : household.member(row.completedBy);
  const doerIds = row.completedForIds.length > 0 ? row.completedForIds : ticker ? [ticker.id] : [];
  const names = doerIds.flatMap((id) => household.member(id)?.displayName ?? []);
  if (names.length === 0) return t('occurrence.doneAt', { at });
  return t('occurrence.doneBy', {
    at,
    name: list(names, tag.value),
    by: ticker === undefined || doerIds.includes(ticker.id) ? 'self' : 'other',
    ticker: ticker?.displayName ?? '',
  });
}
