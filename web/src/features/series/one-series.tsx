import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useLocation, useRoute } from 'preact-iso/router';
import Pencil from 'lucide/dist/esm/icons/pencil.mjs';
import RepeatOff from 'lucide/dist/esm/icons/repeat-off.mjs';
import Trash from 'lucide/dist/esm/icons/trash.mjs';
import { newId } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import { useRights } from '../../data/rights.ts';
import { makeOnce } from '../../data/series-edits.ts';
import { endSeries, useSeriesHistory, useSeries, type PastDate, type Series } from '../../data/series.ts';
import { dateTime, shortDate, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { daysText } from '../../ui/days-text.ts';
import { durationText } from '../../ui/duration-text.ts';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Face, Faces, NoFace } from '../../ui/face.tsx';
import { forAdults } from '../../ui/adults-only.tsx';
import { Help } from '../../ui/help.tsx';
import { movedText } from '../../ui/moved-text.ts';
import { Back, PageHead, Section, useTitle } from '../../ui/page.tsx';
import type { ShiftFormComponent } from '../../ui/slots.ts';
import { toast } from '../../ui/toast.tsx';
import { turnMembers, turnsText } from './describe.ts';
import { Loading, offerUndoOf } from './loading-and-undo.tsx';
import { ShiftButton } from './shift-button.tsx';
import styles from './series.module.css';

const Edited = lazy(() => import('./editing.tsx').then((m) => m.EditSeries));
const NewSeries = lazy(() => import('./new-series.tsx').then((m) => forAdults(m.NewSeries)));
const FromTask = lazy(() => import('./make-repeat.tsx').then((m) => m.FromTask));

/** The page of a series, its editor, or the form for a new one: `/households/:household/series/:series`. */
export function OneSeries({ ShiftForm }: { ShiftForm: ShiftFormComponent }) {
  const household = useHousehold();
  const { query } = useLocation();
  const id = useRoute().params['series'] ?? '';
  const { isAdult } = useRights();
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  if (!household.replica.isWhole.value) return <Loading />;
  if (id !== 'new') return <Known key={id} id={id} isEdited={'edit' in query} ShiftForm={ShiftForm} />;
  const from = isAdult ? query['from'] : undefined;
  return <Suspense>{from === undefined ? <NewSeries /> : <FromTask key={from} id={from} />}</Suspense>;
}

function Known({
  id,
  isEdited,
  ShiftForm,
}: {
  id: string;
  isEdited: boolean;
  ShiftForm: ShiftFormComponent;
}) {
  const household = useHousehold();
  const { series, error, retry } = useSeries(id);
  const { isAdult } = useRights();
  const base = `/households/${household.id}/series`;
  useTitle(series?.title ?? t('series.title'), household.household.value?.name);
  if (series === null) {
    if (error === null) return <Loading />;
    if (error instanceof ApiError && error.status === 404)
      return (
        <div class={styles.page}>
          <PageHead title={t('series.title')} above={<Back href={base}>{t('series.all')}</Back>} />
          <Empty action={<ButtonLink href={base}>{t('series.all')}</ButtonLink>}>
            {t('series.notFound')}
          </Empty>
        </div>
      );
    return <Failure error={error} onRetry={retry} />;
  }
  return isEdited && isAdult && series.endedAt === null ? (
    <Suspense>
      <Edited series={series} />
    </Suspense>
  ) : (
    <Shown series={series} base={base} ShiftForm={ShiftForm} />
  );
}

function Shown({ series, base, ShiftForm }: { series: Series; base: string; ShiftForm: ShiftFormComponent }) {
  const household = useHousehold();
  const { route } = useLocation();
  const { isAdult } = useRights();
  const today = household.today.value;
  const { title, text, upcoming, endedAt, notes, checklist, durationMinutes, showFrom } = series;
  const category = household.category(series.categoryId);
  const end = async () => {
    try {
      const operationId = await endSeries(household, series, newId());
      route(base);
      offerUndoOf(household.id, t('series.deleted', { title }), operationId);
    } catch (problem) {
      toast(explain(problem));
    }
  };
  const [next] = upcoming;
  const stop = async ({ occurrenceId, date }: (typeof upcoming)[number]) => {
    try {
      const { operationId } = await makeOnce(household, occurrenceId, newId());
      route(`/households/${household.id}/occurrences/${occurrenceId}`);
      offerUndoOf(
        household.id,
        t('series.lastTime', { title, date: shortDate(date, tag.value, today) }),
        operationId,
      );
    } catch (problem) {
      toast(explain(problem));
    }
  };
  const facts = [
    series.time !== null && (series.recurrence as { times?: unknown }).times === undefined
      ? time(series.time, tag.value)
      : null,
    durationMinutes === null ? null : durationText(durationMinutes),
    category?.name ?? null,
    typeof showFrom === 'number' ? t('showFrom.series', { count: showFrom }) : null,
  ].filter((fact) => fact !== null);
  return (
    <div class={styles.page}>
      <PageHead title={title} above={<Back href={base}>{t('series.all')}</Back>} />
      <div class={styles.card}>
        <p class={styles.ruleText}>{text}</p>
        <p class={styles.facts}>
          {facts.length > 0 && <span class={styles.hint}>{facts.join(' · ')}</span>}
          <span class={styles.who}>
            <Faces of={turnMembers(series.rotation).flatMap((id) => household.member(id) ?? [])} size={24} />
            {turnsText(series.rotation, household)}
          </span>
        </p>
        {endedAt !== null && (
          <p class={styles.hint}>
            {t('series.endedOn', { date: shortDate(endedAt.slice(0, 10), tag.value, today) })}
          </p>
        )}
        {endedAt === null && isAdult && (
          <div class={styles.buttons}>
            <Button icon={Pencil} look="main" onClick={() => route(`${base}/${series.id}?edit`)}>
              {t('series.edit')}
            </Button>
            <ShiftButton form={ShiftForm} chosen={[series.id]} />
            {next !== undefined && (
              <Button icon={RepeatOff} onClick={() => void stop(next)}>
                {t('series.stopRepeating')}
              </Button>
            )}
            <Button icon={Trash} look="danger" onClick={() => void end()}>
              {t('series.delete')}
            </Button>
          </div>
        )}
      </div>
      {endedAt === null && <Pauses of={series} />}
      {upcoming.length > 0 && (
        <Section title={t('series.next')}>
          <ol class={`${styles.card} ${styles.dates}`}>
            {upcoming.map((each) => (
              <li key={each.occurrenceId}>
                <a
                  class={`figures ${styles.grow}`}
                  href={`/households/${household.id}/occurrences/${each.occurrenceId}`}
                >
                  {shortDate(each.date, tag.value, today)}
                  {each.time !== null && <span class={styles.quiet}> {time(each.time, tag.value)}</span>}
                </a>
                <Moved id={each.occurrenceId} />
                {each.turnReason !== null && each.turnReason !== 'ROTATION' && (
                  <span class={styles.quiet}>{t(`series.reason.${each.turnReason}`)}</span>
                )}
                {each.provisional && <span class={styles.quiet}>{t('series.provisional')}</span>}
                <People ids={each.responsibleMemberIds} />
              </li>
            ))}
          </ol>
          {upcoming.some(({ provisional }) => provisional) && <Help>{t('series.provisionalHint')}</Help>}
        </Section>
      )}
      {checklist.length > 0 && (
        <Section title={t('occurrence.checklist')}>
          <ul class={`${styles.card} ${styles.plain}`}>
            {checklist.map((step, index) => (
              <li key={index} dir="auto">
                {step.title}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {notes !== null && (
        <Section title={t('occurrence.notes')}>
          <p class={`${styles.card} ${styles.notes}`} dir="auto">
            {notes}
          </p>
        </Section>
      )}
      <History id={series.id} />
    </div>
  );
}

/** Says why a date differs from the rule. */
function Moved({ id }: { id: string }) {
  const household = useHousehold();
  const row = household.occurrence(id);
  const text = row && movedText(row, household.today.value);
  return text ? <span class={styles.quiet}>{text}</span> : null;
}

/** The current and future pauses of this series. */
function Pauses({ of: { pauses } }: { of: Series }) {
  const household = useHousehold();
  const today = household.today.value;
  const coming = pauses.filter(({ to }) => to === null || to >= today);
  if (coming.length === 0) return null;
  return (
    <Section title={t('sections.pauses')}>
      <ul class={`${styles.card} ${styles.dates}`}>
        {coming.map(({ id, from, to, mode, assignTo }) => (
          <li key={id}>
            <a class={`figures ${styles.grow}`} href={`/households/${household.id}/settings/pauses`}>
              {daysText({ from, to }, today)}
            </a>
            <span class={styles.quiet}>
              {mode === 'assign'
                ? t('series.paused.assign', { name: household.member(assignTo ?? '')?.displayName ?? '' })
                : t(`series.paused.${mode}`)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function People({ ids }: { ids: readonly string[] }) {
  const household = useHousehold();
  const people = ids.flatMap((id) => household.member(id) ?? []);
  return (
    <span class={styles.faces}>
      {people.length === 0 && (
        <>
          <NoFace size={24} />
          <span class="unseen">{t('people.anyone')}</span>
        </>
      )}
      {people.map((member) => (
        <Face key={member.id} of={member} size={24} />
      ))}
    </span>
  );
}

/** The history of the series: what happened on each past date. */
function History({ id }: { id: string }) {
  const household = useHousehold();
  const { rows, error, more, retry } = useSeriesHistory(id);
  const today = household.today.value;
  if (error !== null && rows === null) return <Failure error={error} onRetry={retry} />;
  if (rows === null || rows.length === 0) return null;
  return (
    <Section title={t('series.history')}>
      <ul class={`${styles.card} ${styles.dates}`}>
        {rows.map((row) => (
          <li key={row.occurrenceId}>
            <a
              class={`figures ${styles.grow}`}
              href={`/households/${household.id}/occurrences/${row.occurrenceId}`}
            >
              {row.date === null ? t('occurrence.noDate') : shortDate(row.date, tag.value, today)}
            </a>
            <span class={styles.quiet}>{pastText(row, household.zone.value)}</span>
            {row.completedFor !== null && <People ids={[row.completedFor]} />}
          </li>
        ))}
      </ul>
      {more !== null && <Button onClick={more}>{t('series.older')}</Button>}
    </Section>
  );
}

function pastText({ status, late, completedAt }: PastDate, zone: string): string {
  if (status !== 'DONE') return t(`series.past.${status}`);
  if (!late || completedAt === null) return t('series.past.DONE');
  return t('series.past.late', { at: dateTime(new Date(completedAt), zone, tag.value) });
}
