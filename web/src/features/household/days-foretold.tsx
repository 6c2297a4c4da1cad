import { isOffline } from '../../api/errors.ts';
import {
  previewDays,
  previewIgnored,
  type Day,
  type DayCalendar,
  type DaysPreview,
} from '../../data/days.ts';
import { useHousehold } from '../../data/household.ts';
import { list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { explain } from '../../ui/empty.tsx';
import { Moves } from './moves.tsx';
import { useTried } from './trying.ts';
import own from './away.module.css';

/** What the service says that other days, or other names that do not count, would do to dates; where both are others it cannot be asked. */
export function DaysForetold({
  calendar: { id },
  days,
  ignored,
}: {
  calendar: DayCalendar;
  /** null: as they are. */
  days: readonly Day[] | null;
  ignored: readonly string[] | null;
}) {
  const household = useHousehold();
  const ask =
    days !== null && ignored === null
      ? (signal: AbortSignal) => previewDays(household, id, days, signal)
      : ignored !== null && days === null
        ? (signal: AbortSignal) => previewIgnored(household, id, ignored, signal)
        : null;
  const tried = useTried(ask, JSON.stringify([id, days, ignored]));
  if (ask === null) return null;
  if (tried === null) return <p class={own.told}>…</p>;
  if ('error' in tried)
    return <p class={own.told}>{isOffline(tried.error) ? t('scope.unknown') : explain(tried.error)}</p>;
  const { dates } = tried.told;
  return (
    <div class={own.told} role="status">
      <p>{describe(tried.told)}</p>
      {dates.length > 0 && (
        <Moves
          dates={dates.map(({ was, removed, date, ...one }) => ({
            ...one,
            date: was?.date ?? date,
            becomes: removed ? null : date,
          }))}
        />
      )}
    </div>
  );
}

/** “2 dates become others and 1 date is left out.” */
function describe({ counts: { created, changed, removed } }: DaysPreview): string {
  const parts = [
    changed > 0 && t('moves.changed', { count: changed }),
    removed > 0 && t('pauses.removed', { count: removed }),
    created > 0 && t('moves.created', { count: created }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('pauses.nothing') : t('pauses.effect', { parts: list(parts, tag.value) });
}
