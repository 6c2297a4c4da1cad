import type { HouseholdData, Member, Occurrence } from '../../data/household.ts';
import { findAbsence } from '../../data/presence.ts';
import { list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';

type Reason = NonNullable<Occurrence['turnReason']>;
type Household = Pick<HouseholdData, 'member' | 'today' | 'replica'>;
type Turn = {
  readonly row: Occurrence;
  readonly household: Household;
  readonly people: readonly Member[];
  readonly who: string;
  /**
   * The members whose turn it is by the rotation. Empty if they are the assignees, or if the rotation names
   * nobody.
   */
  readonly turnOf: readonly Member[];
  readonly rule: string;
};

const WORDS: Readonly<Record<Reason, (turn: Turn) => string>> = {
  ROTATION: ({ people, who }) =>
    people.length > 1 ? t('why.together', { who }) : t('why.rotation', { who }),
  AWAY: describeAbsence,
  SWAP: describeSwap,
  PAUSE: ({ who, rule }) => (rule === '' ? t('why.paused', { who }) : t('why.pausedFrom', { who, rule })),
  CLAIMED: ({ who }) => t('why.claimed', { who }),
  BALANCE: ({ who, rule }) =>
    rule === '' ? t('why.balanced', { who }) : t('why.balancedFrom', { who, rule }),
  MANUAL: ({ people: { length: count }, who, rule }) =>
    rule === '' ? t('why.assigned', { who, count }) : t('why.assignedFrom', { who, rule, count }),
};

/**
 * Returns a sentence that says why it is the assignees' turn. For a reason that this version does not know,
 * it only says whose turn it is.
 */
export function describeTurn(row: Occurrence, household: Household): string {
  const named = (ids: readonly string[]) => ids.flatMap((id) => household.member(id) ?? []);
  const people = named(row.responsibleMemberIds);
  const turnOf = named(row.turnOf ?? []);
  const turn = { row, household, people, who: joinNames(people), turnOf, rule: joinNames(turnOf) };
  if (people.length === 0)
    return row.turnReason === 'AWAY' ? t('why.allAway', { away: turn.rule }) : t('why.nobody');
  if (row.turnReason !== null && row.turnReason in WORDS) return WORDS[row.turnReason](turn);
  return people.length > 1 ? t('why.together', turn) : t('why.assigned', { ...turn, count: 1 });
}

/** Returns a text such as “Ana and Ben”. */
export const joinNames = (people: readonly Member[]): string =>
  list(
    people.map(({ displayName }) => displayName),
    tag.value,
  );

function describeAbsence({ row: { date }, household, people, turnOf, who }: Turn): string {
  const absent = turnOf.filter((member) => !people.includes(member));
  const [first] = absent;
  if (first === undefined) return t('why.awayNow', { who });
  const period = date === null ? undefined : findAbsence(first, date);
  const away = joinNames(absent);
  if (period === undefined || absent.length > 1)
    return t('why.awayThen', { who, away, count: absent.length });
  if (period.to === null) return t('why.awayOpen', { who, away });
  return t('why.away', { who, away, until: shortDate(period.to, tag.value, household.today.value) });
}

function describeSwap({ row, household, who, rule }: Turn): string {
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
