import { previewDays, previewIgnored, type Day, type DayCalendar } from '../../data/days.ts';
import { useHousehold } from '../../data/household.ts';
import { DatesPreview } from './dates-preview.tsx';

/** What other days, or other names that do not count, would do to dates; where both are others it cannot be asked. */
export function DaysPreview({
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
  return <DatesPreview ask={ask} of={JSON.stringify([id, days, ignored])} />;
}
