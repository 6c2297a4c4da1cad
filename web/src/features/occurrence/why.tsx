import type { ComponentChildren } from 'preact';
import type { Dto } from '../../api/client.ts';
import type { HouseholdData, Occurrence } from '../../data/household.ts';
import { upcomingOf } from '../../data/series.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face } from '../../ui/face.tsx';
import styles from './occurrence.module.css';
import { describeTurn, joinNames } from './turn-reason.ts';

/** Explains why it is the assignees' turn, and who comes next. */
export function Why({ row, household }: { row: Occurrence; household: HouseholdData }) {
  const series = row.seriesId === null ? undefined : household.replica.all('series').get(row.seriesId);
  const today = household.today.value;
  const coming = series === undefined ? [] : upcomingOf(household)(series);
  return (
    <div class={styles.why}>
      <p>{describeTurn(row, household)}</p>
      {series !== undefined && (
        <>
          <p class={styles.rule}>
            {series.text}
            <Order series={series} row={row} household={household} />
          </p>
          {coming.length > 0 && (
            <ol class={styles.turns} aria-label={t('why.next')}>
              {coming.map(({ occurrenceId, date, responsibleMemberIds }) => (
                <li key={occurrenceId} aria-current={occurrenceId === row.id ? 'true' : undefined}>
                  {responsibleMemberIds.flatMap((id) => {
                    const member = household.member(id);
                    return member ? [<Face key={id} of={member} size={20} />] : [];
                  })}
                  <span class="figures">{shortDate(date, tag.value, today)}</span>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </div>
  );
}

/** The members of a rotation in their order, with the current one highlighted. */
function Order({
  series,
  row,
  household,
}: {
  series: Dto['SeriesDto'];
  row: Occurrence;
  household: HouseholdData;
}): ComponentChildren {
  const groups = readOrder(series.rotation);
  if (groups.length < 2) return null;
  return (
    <span class={styles.order}>
      {groups.map((ids, index) => {
        const name = joinNames(ids.flatMap((id) => household.member(id) ?? []));
        const isNow = ids.join() === (row.turnOf ?? row.responsibleMemberIds).join();
        return (
          <span key={index}>
            {index > 0 && ' → '}
            {isNow ? <strong dir="auto">{name}</strong> : <bdi>{name}</bdi>}
          </span>
        );
      })}
    </span>
  );
}

function readOrder(rotation: Dto['Rotation'] | null): readonly (readonly string[])[] {
  switch (rotation?.kind) {
    case 'turns':
      return rotation.order;
    case 'shuffle':
      return rotation.order.map((id) => [id]);
    default:
      return [];
  }
}
