import type { DisplayCaller } from '../../../application/displays/authenticate-display.js';
import type { DayCalendar } from '../../../domain/days/calendar.js';
import { isImplied } from '../../../domain/shopping/list.js';
import type { NamedMember } from '../../../application/households/ports.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Household } from '../../../domain/households/household.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import { civilMomentAt, type TimeZone } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { ALL, EVERYTHING } from '../application/home.js';
import type { Person, Village } from './village.js';

/** The state of a village at one moment: all rows, and what each person sees of them. */
export type Reading = {
  /** null means that the household does not exist. */
  readonly household: Household | null;
  readonly members: readonly NamedMember[];
  readonly rows: readonly Occurrence[];
  readonly series: readonly SeriesRecord[];
  readonly people: readonly PersonalReading[];
  readonly dayCalendars: readonly DayCalendar[];
  /** The content of each display and guest link that works. */
  readonly displays: readonly DisplayReading[];
};

export type DisplayReading = Awaited<ReturnType<typeof displayed>>;

export type PersonalReading = Awaited<ReturnType<typeof kept>> & {
  readonly memberId: MemberId;
  /** null means that the person is not a member. */
  readonly shown: Awaited<ReturnType<typeof shown>> | null;
};

export async function readVillage(village: Village): Promise<Reading> {
  const { app, householdId, people } = village;
  const personal = await Promise.all(
    people.map(async (one, number) => {
      const caller = await village.member(number).catch(() => null);
      const person = {
        memberId: one.memberId,
        ...(await kept(village, one)),
        shown: caller && (await shown(village, caller)),
      };
      return { caller, person };
    }),
  );
  const household = personal.flatMap(({ caller }) => caller?.household ?? [])[0] ?? null;
  return {
    household,
    members: household ? await app.storage.readers.households.members(householdId, { withFormer: true }) : [],
    rows: byId(personal.flatMap(({ person: { lists } }) => [...lists.occurrences, ...lists.trash])),
    series: byId(personal.flatMap(({ person: { lists } }) => lists.series)),
    people: personal.map(({ person }) => person),
    dayCalendars: household ? await app.storage.readers.dayCalendars.list(householdId) : [],
    displays: await readDisplays(village),
  };
}

async function readDisplays(village: Village): Promise<DisplayReading[]> {
  const shown: DisplayReading[] = [];
  for (const token of village.displays) {
    const caller = await village.display(token);
    if (caller !== null) shown.push(await displayed(village, caller));
  }
  return shown;
}

async function displayed({ app: { useCases } }: Village, caller: DisplayCaller) {
  return {
    display: caller.display,
    occurrences: (await useCases.listOccurrences(caller, EVERYTHING, ALL)).rows,
    series: (await useCases.listSeries(caller, ALL)).rows.map(({ series }) => series),
  };
}

/** Returns the stored rows that belong to a person, whether they are a member or not. */
async function kept({ app, householdId }: Village, { userId, memberId: viewer }: Person) {
  const { occurrences, series, swaps, activities, notifications, feeds, calendarConnections } =
    app.storage.readers;
  const now = civilMomentAt('Europe/Paris' as TimeZone, app.clock.now());
  const lists = {
    occurrences: (await occurrences.list(householdId, { ...EVERYTHING, viewer, now }, ALL)).rows,
    trash: (await occurrences.listTrash(householdId, viewer, ALL)).rows,
    series: (await series.list(householdId, viewer, ALL, { withEnded: true })).rows,
    swaps: (await swaps.list(householdId, viewer, ALL)).rows,
    activities: (await activities.list(householdId, viewer, ALL)).rows,
    notifications: (await notifications.list(householdId, viewer, { unread: false }, ALL)).rows,
    feeds: (await feeds.listOf(userId, ALL)).rows,
    connections: (await calendarConnections.list(userId, ALL)).rows,
  };
  return { lists };
}

/** Returns the answers that a member gets. */
async function shown({ app: { useCases } }: Village, caller: MemberCaller) {
  return {
    household: caller.household,
    role: caller.role,
    statistics: await useCases.showStatistics(caller, {}),
    balance: await useCases.showBalance(caller, {}),
    categories: (await useCases.listCategories(caller, ALL)).rows,
    shopping: (await useCases.listAllShoppingItems(caller, ALL)).rows,
    shoppingLists: (await useCases.listShoppingLists(caller)).filter((list) => !isImplied(list)),
    suggestions: await useCases.suggestShoppingItems(caller, ''),
    staples: await useCases.listStaples(caller),
    pauses: await useCases.listPauses(caller),
    templates: (await useCases.listTemplates(caller, ALL)).rows,
    // Only adults may list invitations.
    invitations: caller.group === 'ADULT' ? (await useCases.listInvitations(caller, ALL)).rows : null,
    calendar: await useCases.showCalendarLink(caller).catch(() => null),
  };
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
