import { ApiError } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import type { SeriesPreview } from '../../data/series-edits.ts';
import { list, shortDate, time as timeText } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import styles from './series.module.css';

type Date = SeriesPreview['dates'][number];

/** The preview of the form: the rule in words and the next dates, with the old value of dates that change. */
export function SeriesPreviewPanel({
  preview,
  error,
  isCurrent,
  waits,
}: {
  preview: SeriesPreview | null;
  error: unknown;
  isCurrent: boolean;
  /** True if the series has no first date until somebody sets it. */
  waits: boolean;
}) {
  const isWaiting = !isCurrent;
  return (
    <aside class={styles.side} aria-labelledby="series-preview" data-waiting={isWaiting ? '' : undefined}>
      <h2 id="series-preview">{t('series.preview')}</h2>
      {error !== null && (
        <p class={styles.problem} role="alert">
          {explainRule(error)}
        </p>
      )}
      {preview !== null && error === null && (
        <>
          <p class={styles.ruleText} data-testid="rule">
            {preview.text}
          </p>
          {preview.counts !== null && changes(preview.counts) && (
            <p class={styles.hint}>{countText(preview.counts)}</p>
          )}
          {waits || preview.dates.length === 0 ? (
            <p class={styles.hint}>{t(waits ? 'series.startHint' : 'series.noDates')}</p>
          ) : (
            <ol class={styles.dates} aria-label={t('series.nextDates')}>
              {preview.dates.map((each, index) => (
                <Line key={index} of={each} />
              ))}
            </ol>
          )}
        </>
      )}
    </aside>
  );
}

function Line({ of: { date, time, responsibleMemberIds, was, isNew, isProvisional } }: { of: Date }) {
  const household = useHousehold();
  const today = household.today.value;
  const people = (ids: readonly string[]) => ids.flatMap((id) => household.member(id) ?? []);
  const isMoved = was !== null && was.date !== null && was.date !== date;
  const isHanded = was !== null && was.responsibleMemberIds.join() !== responsibleMemberIds.join();
  const before =
    was === null || was.date === null
      ? []
      : [
          ...(isMoved ? [shortDate(was.date, tag.value, today)] : []),
          ...(isHanded
            ? [
                list(
                  people(was.responsibleMemberIds).map(({ displayName }) => displayName),
                  tag.value,
                ) || t('people.anyone'),
              ]
            : []),
        ];
  return (
    <li data-changed={before.length > 0 || isNew ? '' : undefined}>
      <span class={`figures ${styles.grow}`}>
        {shortDate(date, tag.value, today)}
        {time !== null && <span class={styles.quiet}> {timeText(time, tag.value)}</span>}
      </span>
      {isProvisional && <span class={styles.quiet}>{t('series.provisional')}</span>}
      {before.length > 0 && <span class={styles.was}>{t('series.was', { what: before.join(' · ') })}</span>}
      {isNew && before.length === 0 && <span class={styles.new}>{t('series.newDate')}</span>}
      <span class={styles.faces}>
        {people(responsibleMemberIds).map((member) => (
          <Face key={member.id} of={member} size={24} />
        ))}
      </span>
    </li>
  );
}

const changes = ({ created, changed, removed }: NonNullable<SeriesPreview['counts']>): boolean =>
  created + changed + removed > 0;

function countText({ created, changed, removed }: NonNullable<SeriesPreview['counts']>): string {
  const parts = [
    changed > 0 && t('scope.changed', { count: changed }),
    created > 0 && t('scope.created', { count: created }),
    removed > 0 && t('scope.removed', { count: removed }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('scope.nothing') : list(parts, tag.value);
}

const KNOWN = ['recurrence', 'rotation', 'season', 'shift', 'startDate', 'time'] as const;

/** Explains which part of the form the service has refused, and why. */
export function explainRule(error: unknown): string {
  const details = error instanceof ApiError && Array.isArray(error.details) ? error.details : [];
  const [first] = details as { field?: string }[];
  const part = KNOWN.find((known) => first?.field === known || first?.field?.startsWith(`${known}.`));
  return part === undefined ? explain(error) : t(`series.refused.${part}`);
}
