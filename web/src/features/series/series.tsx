import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useHousehold } from '../../data/household.ts';
import { compareCodeUnits } from '../../data/order.ts';
import { useRights } from '../../data/rights.ts';
import { useSeriesList, type Series } from '../../data/series.ts';
import { shortDate, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Face, Faces, NoFace } from '../../ui/face.tsx';
import { Field } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { PageHead, Rows, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import type { ShiftFormComponent } from '../../ui/slots.ts';
import { ShiftButton } from './shift-button.tsx';
import styles from './series.module.css';

/** If there are more series than this, a filter is shown. */
const FEW = 6;

/**
 * Returns true if a series has ended or has no future dates. A series that repeats after completion may be waiting
 * for a date, so it is not over.
 */
const isOver = ({ endedAt, recurrence, upcoming, nextDates }: Series): boolean =>
  endedAt !== null || ('frequency' in recurrence && upcoming.length === 0 && nextDates.length === 0);
const nextOf = ({ upcoming: [first], nextDates: [date] }: Series): string => first?.date ?? date ?? '9999';

/** All series with their rules in words, their next dates and assignees. */
export function SeriesList({ ShiftForm }: { ShiftForm: ShiftFormComponent }) {
  const household = useHousehold();
  const { route } = useLocation();
  const rows = useSeriesList();
  const { isAdult } = useRights();
  const [typed, type] = useState('');
  const [memberId, choose] = useState<string | null>(null);
  const base = `/households/${household.id}`;
  useTitle(t('nav.series'), household.household.value?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const isThere = household.replica.isWhole.value;
  const words = typed.trim().toLocaleLowerCase(tag.value);
  const found = rows.filter(
    (each) =>
      (words === '' || `${each.title} ${each.text}`.toLocaleLowerCase(tag.value).includes(words)) &&
      (memberId === null || each.upcoming[0]?.responsibleMemberIds.includes(memberId) === true),
  );
  const open = found
    .filter((each) => !isOver(each))
    .sort((a, b) => compareCodeUnits(nextOf(a), nextOf(b)) || a.title.localeCompare(b.title));
  const ended = found.filter(isOver).sort((a, b) => a.title.localeCompare(b.title));
  const hasAny = rows.length > 0;
  return (
    <div class={styles.page}>
      <PageHead
        above={isThere ? t('series.count', { count: open.length }) : ' '}
        title={t('nav.series')}
        aside={
          hasAny &&
          isAdult && (
            <Button icon={Plus} onClick={() => route(`${base}/series/new`)}>
              {t('series.new')}
            </Button>
          )
        }
      />
      {!isThere && <RowsSkeleton />}
      {isThere && !hasAny && (
        <Empty
          action={
            isAdult && (
              <div class={styles.buttons}>
                <ButtonLink look="main" href={`${base}/starters`}>
                  {t('series.starters')}
                </ButtonLink>
                <ButtonLink href={`${base}/series/new`}>{t('series.new')}</ButtonLink>
              </div>
            )
          }
        >
          {t('series.empty')}
        </Empty>
      )}
      {isThere && rows.length > FEW && (
        <div class={styles.filters}>
          <Field label={t('series.filter')} type="search" value={typed} onValue={type} />
          <div class={styles.chips} role="group" aria-label={t('series.nextWith')}>
            {household.members.value
              .filter(({ takesTurns }) => takesTurns)
              .map((member) => (
                <Chip
                  key={member.id}
                  pressed={memberId === member.id}
                  onPress={() => choose(memberId === member.id ? null : member.id)}
                >
                  <Face of={member} size={20} named={false} />
                  <bdi>{member.displayName}</bdi>
                </Chip>
              ))}
          </div>
        </div>
      )}
      {isThere && hasAny && open.length === 0 && <Empty>{t('series.noneFound')}</Empty>}
      {open.length > 0 && (
        <Rows label={t('nav.series')}>
          {open.map((each) => (
            <Row key={each.id} series={each} />
          ))}
        </Rows>
      )}
      {ended.length > 0 && (
        <Fold name={t('series.ended', { count: ended.length })}>
          <Rows label={t('series.ended', { count: ended.length })}>
            {ended.map((each) => (
              <Row key={each.id} series={each} />
            ))}
          </Rows>
        </Fold>
      )}
      {isThere && (
        <div class={styles.around}>
          {hasAny && <ShiftButton look="quiet" form={ShiftForm} />}
          <ButtonLink look="quiet" href={`${base}/settings/pauses`}>
            {t('sections.pauses')}
          </ButtonLink>
          <ButtonLink look="quiet" href={`${base}/swaps`}>
            {t('swaps.title')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

function Row({ series }: { series: Series }) {
  const household = useHousehold();
  const today = household.today.value;
  const [next] = series.upcoming;
  const date = next?.date ?? series.nextDates[0];
  const people = (next?.responsibleMemberIds ?? []).flatMap((id) => household.member(id) ?? []);
  return (
    <li class={styles.row} data-row>
      <div class={styles.grow}>
        <a dir="auto" class={styles.title} href={`/households/${household.id}/series/${series.id}`}>
          {series.title}
        </a>
        <p class={styles.quiet}>{series.text}</p>
      </div>
      {!isOver(series) && (
        <span class={styles.next}>
          {date !== undefined && (
            <span class="figures">
              {shortDate(date, tag.value, today)}
              {next !== undefined && next.time !== null && (
                <span class={styles.quiet}> {time(next.time, tag.value)}</span>
              )}
            </span>
          )}
          {people.length > 0 ? <Faces of={people} /> : <NoFace />}
        </span>
      )}
    </li>
  );
}
