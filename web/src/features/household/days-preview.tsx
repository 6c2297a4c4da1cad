import { previewDays, previewIgnored, type SpecialDay, type DayCalendar } from '../../data/days.ts';
import { useHousehold } from '../../data/household.ts';
import { DatesPreview } from './dates-preview.tsx';

/**
 * Shows how changes of a day calendar would affect dates. The service previews either the days or the ignored
 * names, so nothing is shown if both changed.
 */
export function DaysPreview({
  calendar: { id },
  days,
  ignored,
}: {
  calendar: DayCalendar;
  /** The days after the change. null means that the days do not change. */
  days: readonly SpecialDay[] | null;
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
