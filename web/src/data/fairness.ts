import { api, ok, value, type Dto } from '../api/client.ts';
import { addDays } from '../i18n/formats.ts';
import { useHousehold, type HouseholdData, type Occurrence } from './household.ts';
import { useLoaded } from './use-loaded.ts';

export type Balance = Dto['BalanceDto'];
export type Statistics = Dto['StatisticsDto'];
export type Suggestion = Dto['SuggestionDto'];

export const RANGES = ['week', 'lastWeek', 'month', 'weeks4', 'weeks8', 'weeks26'] as const;
export type Range = (typeof RANGES)[number];
const WEEKS = { weeks4: 4, weeks8: 8, weeks26: 26 } as const;
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * Returns the first and last day of a range. `lastWeek` is the whole week before the current one. All other ranges
 * end today: the current month, the current week, or several weeks including the current one. Weeks begin on the
 * household's first day of the week.
 */
export function daysOf(range: Range, today: string, weekStartsOn: string): { from: string; to: string } {
  if (range === 'month') return { from: `${today.slice(0, 7)}-01`, to: today };
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  const monday = addDays(today, -((weekday - DAYS.indexOf(weekStartsOn) + 7) % 7));
  if (range === 'week') return { from: monday, to: today };
  if (range === 'lastWeek') return { from: addDays(monday, -7), to: addDays(monday, -1) };
  return { from: addDays(monday, -7 * (WEEKS[range] - 1)), to: today };
}

/**
 * Loads the balance (how much each member did compared with what was expected) and the statistics of these days.
 * Loads both again when the household changes.
 */
export function useFairness({ from, to }: { from: string; to: string }) {
  const household = useHousehold();
  const params = { path: { householdId: household.id }, query: { from, to } };
  const load = async (): Promise<{ balance: Balance; statistics: Statistics }> => {
    const [balance, statistics] = await Promise.all([
      value(api.GET('/v1/households/{householdId}/balance', { params })),
      value(
        api.GET('/v1/households/{householdId}/statistics', {
          params: { ...params, query: { ...params.query, by: 'week' } },
        }),
      ),
    ]);
    return { balance, statistics };
  };
  return useLoaded(load, [household, from, to], household.freshAt.value);
}

/** Only turns at least this many days ahead are reassigned. Earlier turns stay, because members rely on them. */
const SETTLED = 2;
const AHEAD = 27;

const rebalancing = (household: HouseholdData, dryRun: boolean, key: string) => {
  const from = addDays(household.today.value, SETTLED);
  return ok(
    api.POST('/v1/households/{householdId}/rebalance', {
      params: { path: { householdId: household.id } },
      ...(!dryRun && { headers: { 'Idempotency-Key': key } }),
      body: { from, to: addDays(from, AHEAD), dryRun },
    }),
  );
};

/** Returns the future turns that {@link rebalance} would give to other members. Nothing is saved. */
export async function previewRebalance(household: HouseholdData): Promise<readonly Occurrence[]> {
  return (await rebalancing(household, true, '')).data ?? [];
}

/**
 * Gives future turns to other members, so that each member's part of the work comes closer to the expected part.
 * @returns the operation id for undo, or null if nothing was changed
 */
export async function rebalance(household: HouseholdData, key: string): Promise<string | null> {
  const { response } = await rebalancing(household, false, key);
  await household.catchUp();
  return response.headers.get('Operation-Id');
}

/** Returns the members whom the service suggests for the task, each with the reasons why. */
export const suggestFor = (household: HouseholdData, occurrenceId: string): Promise<readonly Suggestion[]> =>
  value(
    api.GET('/v1/households/{householdId}/occurrences/{occurrenceId}/suggestions', {
      params: { path: { householdId: household.id, occurrenceId } },
    }),
  );
