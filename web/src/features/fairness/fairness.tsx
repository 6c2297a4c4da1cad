import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import {
  daysOf,
  RANGES,
  useFairness,
  type Balance,
  type Range,
  type Statistics,
} from '../../data/fairness.ts';
import { HISTORY_DAYS, useHousehold, type HouseholdData, type Occurrence } from '../../data/household.ts';
import { compareCodeUnits } from '../../data/order.ts';
import { useRights } from '../../data/rights.ts';
import { whoDoesWhat } from '../../data/who-does-what.ts';
import { addDays, civilDate, dateRange, list, number, shortDate, shortDayMonth } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { BarTo, Columns, Figure, StackedShare, type Portion } from '../../ui/bars.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useChosenInView } from '../../ui/chosen-in-view.ts';
import { durationText } from '../../ui/duration-text.ts';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Face } from '../../ui/face.tsx';
import { HelpWithLink } from '../../ui/help.tsx';
import { PageHead, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { isAboutShare } from './about-share.ts';
import styles from './fairness.module.css';
import { Rebalance } from './rebalance.tsx';

const isRange = (name: string | undefined): name is Range => RANGES.some((range) => range === name);

/**
 * The balance page: how much each member did compared with what was expected. It shows sentences before the
 * numbers, and it does not rank the members.
 */
export function Fairness() {
  const household = useHousehold();
  const { query, path, route } = useLocation();
  const asked = query['range'];
  const range = isRange(asked) ? asked : 'weeks8';
  const home = household.household.value;
  const ranges = useChosenInView<HTMLDivElement>(range);
  useTitle(t('nav.fairness'), home?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const days = daysOf(range, household.today.value, home?.weekStartsOn ?? 'MO');
  return (
    <div class={`reading ${styles.page}`}>
      <PageHead
        title={t('nav.fairness')}
        above={home === null ? ' ' : dateRange(days.from, days.to, tag.value)}
      />
      <div ref={ranges} class={styles.ranges} role="group" aria-label={t('fairness.range')}>
        {RANGES.map((each) => (
          <Chip key={each} pressed={each === range} onPress={() => route(`${path}?range=${each}`, true)}>
            {t(`fairness.range.${each}`)}
          </Chip>
        ))}
      </div>
      {home === null ? <RowsSkeleton rows={5} /> : <Shown days={days} />}
    </div>
  );
}

function Shown({ days }: { days: { from: string; to: string } }) {
  const household = useHousehold();
  const { data, error, reload } = useFairness(days);
  const { isAdult } = useRights();
  // False if at most one member takes turns. Then there is nothing to rebalance.
  const areSeveral = useHousehold().members.value.filter(({ takesTurns }) => takesTurns).length > 1;
  if (data === null)
    return error === null ? <RowsSkeleton rows={5} /> : <Failure error={error} onRetry={reload} />;
  const { balance, statistics } = data;
  // Do not compare members in the first week, because a few days say little.
  const first = findFirstDone(household.occurrences.value, statistics, household.zone.value);
  const isTooEarly = first !== null && first > addDays(household.today.value, -DAYS_BEFORE_WORDS);
  if (balance.totalMinutes === 0)
    return (
      <Empty
        action={
          <ButtonLink look="main" href={`/households/${household.id}/today`}>
            {t('fairness.toToday')}
          </ButtonLink>
        }
      >
        {t('fairness.none')}
      </Empty>
    );
  return (
    <>
      {isAdult && areSeveral && <Rebalance />}
      {isTooEarly ? (
        <p>{t('fairness.tooEarly')}</p>
      ) : (
        <>
          <Summary balance={balance} statistics={statistics} />
          <Shares balance={balance} />
          {statistics.weeks.length > 1 && <Weeks statistics={statistics} />}
          <Categories statistics={statistics} />
          <WhoDoesWhat />
        </>
      )}
    </>
  );
}

/** The page compares members only this many days after the first completed task. */
const DAYS_BEFORE_WORDS = 7;

/**
 * Returns the earliest day on which something was completed, according to this client's copy of the household
 * and the statistics of the chosen days. null if there is none.
 */
function findFirstDone(
  occurrences: readonly Occurrence[],
  { days }: Statistics,
  zone: string,
): string | null {
  const inCopy = occurrences.flatMap(({ status, completedAt }) =>
    status === 'DONE' && completedAt !== null ? [civilDate(new Date(completedAt), zone)] : [],
  );
  const inDays = days.flatMap(({ date, done }) => (done > 0 ? [date] : []));
  return [...inCopy, ...inDays].sort()[0] ?? null;
}

type Person = { readonly id: string; readonly displayName: string; readonly color: string };

/** Sorts rows by when their members joined, so that the order does not rank them. */
function inOrder<R extends { readonly memberId: string }>(
  household: HouseholdData,
  rows: readonly R[],
): readonly { readonly row: R; readonly person: Person }[] {
  const order = [...household.replica.all('members').values()].sort((a, b) =>
    compareCodeUnits(a.joinedAt, b.joinedAt),
  );
  return order.flatMap((person) => {
    const row = rows.find(({ memberId }) => memberId === person.id);
    return row === undefined ? [] : [{ row, person }];
  });
}

/** The largest number of avatars that are shown before a list of names. */
const FACES = 3;

/**
 * Shows a sentence for each group of members with the same difference from their share, then who took over turns, and
 * who has a streak of more than two.
 */
function Summary({ balance, statistics }: { balance: Balance; statistics: Statistics }) {
  const household = useHousehold();
  const people = inOrder(household, balance.members).filter(
    ({ row }) => row.expectedMinutes > 0 || row.doneMinutes > 0,
  );
  // Members with the same difference share a sentence. Those who did about their share come last.
  const byDifference = Map.groupBy(people, ({ row }) => (isAboutShare(row) ? 0 : row.difference));
  const sentences = [...byDifference].sort(([a], [b]) => Number(a === 0) - Number(b === 0));
  const streaks = inOrder(household, statistics.members).filter(({ row }) => row.streak > 2);
  const stepped = people.filter(({ row }) => row.tookOver > 0);
  return (
    <section class={styles.words} aria-label={t('fairness.summary')}>
      {sentences.map(([difference, these]) => {
        const names = these.map(({ person }) => person.displayName);
        const facts = {
          who: list(names, tag.value),
          count: these.length,
          duration: durationText(Math.abs(difference)),
        };
        return (
          <p key={difference} class={styles.sentence}>
            {these.slice(0, FACES).map(({ person }) => (
              <Face key={person.id} of={person} size={34} named={false} />
            ))}
            <span>
              {difference === 0
                ? t('fairness.about', facts)
                : difference > 0
                  ? t('fairness.more', facts)
                  : t('fairness.less', facts)}
            </span>
          </p>
        );
      })}
      {(stepped.length > 0 || streaks.length > 0) && (
        <ul class={styles.asides}>
          {stepped.map(({ row, person }) => (
            <li key={person.id}>
              <Face of={person} size={20} named={false} />
              {t('fairness.tookOver', { name: person.displayName, count: row.tookOver })}
            </li>
          ))}
          {streaks.map(({ row, person }) => (
            <li key={`streak-${person.id}`}>
              <Face of={person} size={20} named={false} />
              {t('fairness.streak', { name: person.displayName, count: row.streak })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Shares({ balance }: { balance: Balance }) {
  const household = useHousehold();
  const people = inOrder(household, balance.members).filter(
    ({ row }) => row.expectedMinutes > 0 || row.doneMinutes > 0,
  );
  const most = Math.max(1, ...people.flatMap(({ row }) => [row.doneMinutes, row.expectedMinutes]));
  return (
    <Figure
      caption={t('fairness.shares')}
      table={{
        head: [
          t('fairness.person'),
          t('fairness.done'),
          t('fairness.share'),
          t('fairness.planned'),
          t('fairness.daysHere'),
        ],
        rows: people.map(({ row, person }) => [
          person.displayName,
          durationText(row.doneMinutes),
          durationText(row.expectedMinutes),
          durationText(row.plannedMinutes),
          number(row.presentDays, tag.value),
        ]),
      }}
    >
      <StackedShare
        portions={people.map(({ row, person }) => ({
          id: person.id,
          name: person.displayName,
          color: person.color,
          amount: row.doneMinutes,
        }))}
      />
      <ul class={styles.bars}>
        {people.map(({ row, person }) => (
          <li key={person.id}>
            <Face of={person} size={28} named={false} />
            <span dir="auto" class={styles.name}>
              {person.displayName}
            </span>
            <span class={`figures ${styles.amount}`}>
              {t('fairness.ofShare', {
                done: durationText(row.doneMinutes),
                share: durationText(row.expectedMinutes),
              })}
            </span>
            <BarTo amount={row.doneMinutes} mark={row.expectedMinutes} most={most} color={person.color} />
          </li>
        ))}
      </ul>
      <HelpWithLink to={{ href: `/households/${household.id}/settings/members`, text: t('members.title') }}>
        {(section) => t('fairness.markText', { section })}
      </HelpWithLink>
    </Figure>
  );
}

function Weeks({ statistics }: { statistics: Statistics }) {
  const household = useHousehold();
  const people = inOrder(household, statistics.members);
  const columns = statistics.weeks.map(({ from, members }) => ({
    id: from,
    label: weekText(from),
    portions: people.map(({ person }): Portion => ({
      id: person.id,
      name: person.displayName,
      color: person.color,
      amount: members.find(({ memberId }) => memberId === person.id)?.done ?? 0,
    })),
  }));
  const active = people.filter(({ person }) =>
    columns.some(({ portions }) => portions.some(({ id, amount }) => id === person.id && amount > 0)),
  );
  return (
    <Figure
      caption={t('fairness.weeks')}
      table={{
        head: [t('fairness.week'), ...active.map(({ person }) => person.displayName)],
        rows: columns.map(({ label, portions }) => [
          label,
          ...active.map(({ person }) =>
            number(portions.find(({ id }) => id === person.id)?.amount ?? 0, tag.value),
          ),
        ]),
      }}
    >
      <Columns columns={columns} />
      <ul class={styles.legend}>
        {active.map(({ person }) => (
          <li key={person.id}>
            <Face of={person} size={20} named={false} />
            <bdi>{person.displayName}</bdi>
          </li>
        ))}
      </ul>
    </Figure>
  );
}

/** Returns a text such as “9 Nov”, the first day of a week. */
const weekText = (from: string): string => shortDayMonth(from, tag.value);

function Categories({ statistics }: { statistics: Statistics }) {
  const household = useHousehold();
  const rows = statistics.categories
    .filter(({ done }) => done > 0)
    .map(({ categoryId, done }) => ({
      id: categoryId ?? '',
      name: household.category(categoryId)?.name ?? t('fairness.noCategory'),
      done,
    }))
    .sort((a, b) => b.done - a.done);
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(({ done }) => done));
  return (
    <Figure
      caption={t('fairness.categories')}
      table={{
        head: [t('occurrence.category'), t('fairness.times')],
        rows: rows.map(({ name, done }) => [name, number(done, tag.value)]),
      }}
    >
      <ul class={styles.bars}>
        {rows.map(({ id, name, done }) => (
          <li key={id} class={styles.faceless}>
            <span dir="auto" class={styles.name}>
              {name}
            </span>
            <span class={`figures ${styles.amount}`}>{t('fairness.doneTimes', { count: done })}</span>
            <BarTo amount={done} most={most} color={null} />
          </li>
        ))}
      </ul>
    </Figure>
  );
}

/**
 * Shows how often each member completed each repeating task in the last HISTORY_DAYS days. It counts the completed tasks
 * in this client's copy of the household.
 */
function WhoDoesWhat() {
  const household = useHousehold();
  const { value: occurrences } = household.occurrences;
  const since = addDays(household.today.value, -HISTORY_DAYS);
  const zone = household.zone.value;
  const rows = useMemo(() => whoDoesWhat(occurrences, since, zone), [occurrences, since, zone]);
  if (rows.length === 0) return null;
  const people = inOrder(
    household,
    [...new Set(rows.flatMap(({ counts }) => [...counts.keys()]))].map((memberId) => ({ memberId })),
  );
  return (
    <Figure
      caption={t('fairness.whoDoesWhat')}
      table={{
        head: [t('fairness.task'), ...people.map(({ person }) => person.displayName)],
        rows: rows.map(({ title, counts }) => [
          title,
          ...people.map(({ person }) => number(counts.get(person.id) ?? 0, tag.value)),
        ]),
      }}
    >
      <p class={styles.hint}>
        {t('fairness.since', { date: shortDate(since, tag.value, household.today.value) })}
      </p>
      <ul class={styles.what}>
        {rows.map(({ taskId, title, counts }) => (
          <li key={taskId}>
            <span dir="auto" class={styles.name}>
              {title}
            </span>
            <span class={styles.counts}>
              {people
                .filter(({ person }) => counts.has(person.id))
                .map(({ person }) => (
                  <span key={person.id} class={styles.count}>
                    <Face of={person} size={24} />
                    <span class="figures">
                      {t('fairness.timesShort', { count: counts.get(person.id) ?? 0 })}
                    </span>
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </Figure>
  );
}
