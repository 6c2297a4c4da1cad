import type { ComponentChildren } from 'preact';
import type { Dto } from '../../api/client.ts';
import type { HouseholdData, Member, Occurrence } from '../../data/household.ts';
import { list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Face } from '../../ui/face.tsx';
import styles from './occurrence.module.css';

/** Why it is theirs, as the service says, and who comes next. */
export function Why({ row, household }: { row: Occurrence; household: HouseholdData }) {
  const series = row.seriesId === null ? undefined : household.replica.all('series').get(row.seriesId);
  const today = household.today.value;
  return (
    <div class={styles.why}>
      <p>{reason(row, household)}</p>
      {series !== undefined && (
        <>
          <p class={styles.rule}>
            {series.text}
            <Order series={series} row={row} household={household} />
          </p>
          {series.upcoming.length > 0 && (
            <ol class={styles.turns} aria-label={t('why.next')}>
              {series.upcoming.map(({ occurrenceId, date, responsibleMemberIds }) => (
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

function reason(row: Occurrence, household: HouseholdData): string {
  const named = (ids: readonly string[]) => ids.flatMap((id) => household.member(id) ?? []);
  const people = named(row.responsibleMemberIds);
  const who = joinNames(people);
  if (people.length === 0) return t('why.nobody');
  const turnOf = named(row.turnOf ?? []);
  const rule = joinNames(turnOf);
  switch (row.turnReason) {
    case 'ROTATION':
      return people.length > 1 ? t('why.together', { who }) : t('why.rotation', { who });
    case 'AWAY':
      return away(turnOf[0], row, household, who);
    case 'SWAP':
      return swapped(row, household, who, rule);
    case 'PAUSE':
      return turnOf.length > 0 ? t('why.pausedFrom', { who, rule }) : t('why.paused', { who });
    case 'CLAIMED':
      return t('why.claimed', { who });
    case 'BALANCE':
      return turnOf.length > 0 ? t('why.balancedFrom', { who, rule }) : t('why.balanced', { who });
    case 'MANUAL':
      return turnOf.length > 0
        ? t('why.givenFrom', { who, rule, count: people.length })
        : t('why.given', { who, count: people.length });
    default:
      return people.length > 1 ? t('why.together', { who }) : t('why.given', { who, count: people.length });
  }
}

function away(
  member: Member | undefined,
  { date }: Occurrence,
  household: HouseholdData,
  who: string,
): string {
  const period = member?.awayPeriods.find(
    ({ from, to }) => date !== null && from <= date && (to === null || date <= to),
  );
  if (member === undefined || period === undefined) return t('why.awayNow', { who });
  if (period.to === null) return t('why.awayOpen', { who, away: member.displayName });
  const until = shortDate(period.to, tag.value, household.today.value);
  return t('why.away', { who, away: member.displayName, until });
}

function swapped(row: Occurrence, household: HouseholdData, who: string, rule: string): string {
  const swap = [...household.replica.all('swaps').values()].findLast(
    ({ occurrenceId, withOccurrenceId, status }) =>
      status === 'ACCEPTED' && (occurrenceId === row.id || withOccurrenceId === row.id),
  );
  const other = swap?.occurrenceId === row.id ? swap.wanted : swap?.offered;
  const date = other?.date ?? null;
  if (date !== null)
    return t('why.swappedFor', { who, date: shortDate(date, tag.value, household.today.value) });
  return rule === '' ? t('why.swapped', { who }) : t('why.swappedWith', { who, rule });
}

const joinNames = (people: readonly Member[]): string =>
  list(
    people.map(({ displayName }) => displayName),
    tag.value,
  );

/** The people of a rotation in their order, whoever has it now stressed. */
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
            {isNow ? <strong>{name}</strong> : name}
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
