import { computed, signal } from '@preact/signals';
import { useContext, useMemo, useState } from 'preact/hooks';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { useHousehold, type HouseholdData, type Member } from '../../data/household.ts';
import { findAbsence, isPresent } from '../../data/presence.ts';
import { rightsIn } from '../../data/rights.ts';
import { newestRowId } from '../../data/sentences.ts';
import { groupToday, type Today as Groups } from '../../data/today.ts';
import { addDays, dayMonth, shortDay, weekday } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { describeUntil } from '../../ui/away-text.ts';
import { isDesk } from '../../ui/desk.ts';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Halo } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AfterPaint, PageHead, Rows, Section, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { SlotsContext } from '../../ui/slots.ts';
import { TaskLine, TaskRow } from '../../ui/task-row.tsx';
import { lingering, setPointing } from '../../ui/ticking.ts';
import { OperationUnderWay } from '../../ui/under-way.tsx';
import styles from './today.module.css';

const DAYS_AHEAD = 5;
const DONE_SHOWN = 5;

/** The Today page: open, overdue, completed and upcoming tasks. */
export function TodayPage() {
  const household = useHousehold();
  const slots = useContext(SlotsContext);
  const [filter] = useState(() => signal<string | null>(null));
  const groups = useMemo(
    () =>
      computed(() =>
        groupToday(household.occurrences.value, {
          today: household.today.value,
          until: addDays(household.today.value, DAYS_AHEAD),
          memberId: filter.value,
          lingering: lingering.value,
        }),
      ),
    [household, filter],
  );
  const today = household.today.value;
  useTitle(t('nav.today'), household.household.value?.name);
  const isThere = household.replica.isWhole.value;
  const [wasThere] = useState(isThere);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const { open, done, late, coming, shares } = groups.value;
  const left = open.filter(({ status }) => status === 'TODO').length;
  return (
    <div class={styles.page}>
      <div class={styles.head}>
        <PageHead
          above={isThere ? weekday(today, tag.value) : ' '}
          title={isThere ? dayMonth(today, tag.value) : t('nav.today')}
          aside={isThere && <p>{t('today.left', { count: left })}</p>}
        />
        <ul class={styles.people} aria-label={isThere ? t('today.people') : undefined}>
          {isThere && (
            // On phones, the members are rendered after the first paint, so that the tasks appear earlier.
            <AfterPaint unless={wasThere || isDesk.value}>
              <People shares={shares} filter={filter.value} onFilter={(id) => (filter.value = id)} />
            </AfterPaint>
          )}
        </ul>
        {slots && <slots.QuickAdd />}
      </div>
      {isThere ? (
        <>
          <div
            class={styles.main}
            onPointerEnter={(event) => event.pointerType === 'mouse' && setPointing(true)}
            onPointerLeave={() => setPointing(false)}
          >
            <OperationUnderWay />
            <Late rows={late} household={household} />
            {open.length > 0 ? (
              <Rows label={t('today.open')}>
                {open.map((row) => (
                  <TaskRow key={row.id} row={row} isNew={newestRowId.value === row.id} />
                ))}
              </Rows>
            ) : (
              <Empty>{done.length > 0 ? t('today.allDone') : t('today.empty')}</Empty>
            )}
            <AfterPaint>
              <Done rows={done} />
            </AfterPaint>
          </div>
          {/* The upcoming tasks are rendered in a later frame, so that the main thread is not blocked for long. */}
          <AfterPaint>
            <AfterPaint>
              <Coming days={coming} />
            </AfterPaint>
          </AfterPaint>
        </>
      ) : (
        <div class={styles.main}>
          <RowsSkeleton />
        </div>
      )}
    </div>
  );
}

type PeopleProps = { shares: Groups['shares']; filter: string | null; onFilter: (id: string | null) => void };

function People({ shares, filter, onFilter }: PeopleProps) {
  const { members, today } = useHousehold();
  const people = members.value.filter((member) => isPresent(member, today.value) || shares.has(member.id));
  return people.map((member) => (
    <Person
      key={member.id}
      member={member}
      share={shares.get(member.id) ?? { done: 0, all: 0 }}
      isOnly={filter === member.id}
      onPress={() => onFilter(filter === member.id ? null : member.id)}
    />
  ));
}

function Person({
  member,
  share: { done, all },
  isOnly,
  onPress,
}: {
  member: Member;
  share: { done: number; all: number };
  isOnly: boolean;
  onPress: () => void;
}) {
  const today = useHousehold().today.value;
  const away = findAbsence(member, today);
  return (
    <li>
      <button type="button" class={styles.person} aria-pressed={isOnly} onClick={onPress}>
        <Halo of={member} share={all === 0 ? 0 : done / all} />
        <span class={styles.name}>
          <span dir="auto">{member.displayName}</span>
          <span class={`figures ${styles.count}`}>
            {away === undefined
              ? all === 0
                ? t('today.free')
                : t('today.share', { done, all })
              : describeUntil(away, today)}
          </span>
        </span>
      </button>
    </li>
  );
}

function Late({ rows, household }: { rows: Groups['late']; household: HouseholdData }) {
  const [isOpen, open] = useState(false);
  const count = rows.filter(({ status }) => status === 'TODO').length;
  if (rows.length === 0) return null;
  const move = () => {
    for (const { id, date, time, allDay, durationMinutes, softDue, status } of rows)
      if (status === 'TODO')
        household.act({
          type: 'occurrence.set',
          occurrenceId: id,
          set: { date: household.today.value },
          base: { date, time, allDay, durationMinutes, softDue },
        });
  };
  return (
    <section class={styles.late} aria-label={t('today.late', { count })}>
      <button type="button" class={styles.lateBar} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        <span class={styles.dot} />
        <span>{t('today.late', { count })}</span>
        <span class={styles.show}>
          {isOpen ? t('list.hide') : t('today.showLate')}
          <Icon of={ChevronDown} size={18} />
        </span>
      </button>
      {isOpen && (
        <>
          <Rows>
            {rows.map((row) => (
              <TaskRow key={row.id} row={row} />
            ))}
          </Rows>
          {count > 0 && rightsIn(household).isAdult && (
            <button type="button" class={styles.allToday} onClick={move}>
              {t('today.moveLateToToday')}
            </button>
          )}
        </>
      )}
    </section>
  );
}

function Done({ rows }: { rows: Groups['done'] }) {
  const [isWhole, showAll] = useState(false);
  if (rows.length === 0) return null;
  return (
    <Section title={t('today.done', { count: rows.length })}>
      <Rows>
        {(isWhole ? rows : rows.slice(0, DONE_SHOWN)).map((row) => (
          <TaskRow key={row.id} row={row} />
        ))}
      </Rows>
      {rows.length > DONE_SHOWN && !isWhole && (
        <button type="button" class={styles.more} onClick={() => showAll(true)}>
          {t('today.more', { count: rows.length - DONE_SHOWN })}
        </button>
      )}
    </Section>
  );
}

function Coming({ days }: { days: Groups['coming'] }) {
  if (days.length === 0) return null;
  return (
    <aside class={styles.coming} aria-label={t('today.coming')}>
      <h2>{t('today.coming')}</h2>
      <ul>
        {days.map(({ date, rows }) => (
          <li key={date}>
            <h3 class="figures">{shortDay(date, tag.value)}</h3>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <TaskLine row={row} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </aside>
  );
}
