import { syncWindow } from '../../domain/calendar/eligibility.js';
import { calendarTitle } from '../../domain/households/calendar-title.js';
import { addDays } from '../../domain/shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../../domain/shared/zone.js';
import { Killed, eventOf, type MirroredHome, type MirrorWorld } from './mirror-world.js';

export type Random = () => number;

/** Mulberry32, a random number generator that returns the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ZONE = 'Europe/Paris' as TimeZone;

type Home = MirroredHome & Pick<MirrorWorld, 'death'>;
const CALLS = ['insertEvent', 'updateEvent', 'updateEvent', 'deleteEvent', 'getEvent', 'listEvents'] as const;
/**
 * There are few titles, so that changes are often reversed. Only a reversed change shows whether a crash has
 * left the old content in the calendar.
 */
const TITLES = ['ant', 'bee'];
const DAYS = [2, 9, 30];

/**
 * Runs a random history of one household: edits in the planner and in the calendar, sweeps, pulls, and
 * processes that are killed.
 */
export async function liveThrough(home: Home, random: Random, steps: number): Promise<History> {
  const history: History = { ids: [], deletedThere: new Set(), chosen: new Map(), log: [] };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const { date: today } = civilMomentAt(ZONE, home.service.clock.now());
  const dayOf = () => addDays(today, pick(DAYS));
  const work = async (
    name: 'sweep' | 'pull' | 'synchronise',
    dying: (typeof CALLS)[number] | null = random() < 0.3 ? pick(CALLS) : null,
  ) => {
    home.death.after = dying;
    try {
      await home[name]();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      history.log.push('killed');
    }
    home.death.after = null;
  };
  const choose = async (id: string, fields: Partial<Chosen>) => {
    await home.edit(id, fields);
    history.chosen.set(id, { ...(history.chosen.get(id) as Chosen), ...fields });
  };
  /** Kills the process before it records that a change was published, and then reverses the change. */
  const dieAndChangeBack = async (id: string) => {
    const { title } = history.chosen.get(id) as Chosen;
    await choose(id, { title: TITLES.find((one) => one !== title) as string });
    await work('sweep', 'updateEvent');
    await choose(id, { title });
  };
  const occurrence = (id: string) => `${home.home}/occurrences/${id}`;
  const remote = (act: (eventId: string) => void) => {
    const id = pick(history.ids);
    if (home.calendar.liveEvents().some((event) => event.id === eventOf(id))) act(eventOf(id));
  };
  const actions: readonly (readonly [string, number, () => unknown])[] = [
    [
      'create',
      2,
      async () => {
        const chosen = { title: pick(TITLES), date: dayOf(), time: '18:00' };
        const id = await home.task(chosen);
        history.ids.push(id);
        history.chosen.set(id, chosen);
      },
    ],
    ['title', 4, () => choose(pick(history.ids), { title: pick(TITLES) })],
    ['date', 2, () => choose(pick(history.ids), { date: dayOf(), time: random() < 0.5 ? null : '07:30' })],
    ['die and change back', 2, () => dieAndChangeBack(pick(history.ids))],
    ['complete', 1, () => home.browser.post(`${occurrence(pick(history.ids))}/complete`)],
    ['reopen', 1, () => home.browser.post(`${occurrence(pick(history.ids))}/reopen`)],
    ['hide', 1, () => home.edit(pick(history.ids), { visibility: 'PERSONAL' })],
    ['share', 1, () => home.edit(pick(history.ids), { visibility: 'SHARED' })],
    ['cancel', 1, () => home.browser.delete(occurrence(pick(history.ids)))],
    [
      'purge',
      1,
      async () => {
        const id = pick(history.ids);
        history.ids = history.ids.filter((one) => one !== id);
        await home.service.query(`delete from occurrences where id = '${id}'`);
      },
    ],
    [
      'drag',
      2,
      () =>
        remote((id) => {
          // In Paris this is ten o'clock in winter and eleven o'clock in summer.
          const start = Date.parse(`${dayOf()}T09:00:00Z`);
          home.calendar.move(id, {
            start: { instant: start, timeZone: null },
            end: { instant: start + 2_700_000, timeZone: null },
          });
        }),
    ],
    ['retitle', 2, () => remote((id) => home.calendar.retitle(id, `r${random()}`))],
    [
      'delete there',
      1,
      () =>
        remote((id) => {
          history.deletedThere.add(id);
          home.calendar.delete(id);
        }),
    ],
    ['empty bin', 0.3, () => home.calendar.emptyBin()],
    ['copy', 1, () => remote((id) => home.calendar.duplicate(id))],
    ['sweep', 5, () => work('sweep')],
    ['pull', 3, () => work('pull')],
    ['synchronise', 1, () => work('synchronise')],
    ['wait', 3, () => home.later(1000 * Math.ceil(random() * 300))],
  ];
  const total = actions.reduce((sum, [, weight]) => sum + weight, 0);
  for (let step = 0; step < steps; step++) {
    let left = random() * total;
    const [name, , act] = actions.find(([, weight]) => (left -= weight) < 0) ?? actions[0]!;
    if (history.ids.length === 0 && name !== 'create') continue;
    history.log.push(name);
    await Promise.resolve(act()).catch((error: unknown) => {
      // Occurrences in the trash cannot be edited.
      if (!/TASK_NOT_FOUND|FORBIDDEN/.test(String(error))) throw error;
    });
  }
  return history;
}

/** The title, date and time that members last chose. Edits in the calendar never use these titles. */
type Chosen = { title: string; date: string; time: string | null };

export type History = {
  ids: string[];
  deletedThere: Set<string>;
  chosen: Map<string, Chosen>;
  log: string[];
};

/**
 * Returns true if the row has the last title and time that were chosen in the planner, or ones that were
 * chosen in the calendar. An older value of the planner is wrong.
 */
function isWanted(row: Record<string, unknown>, chosen: Chosen | undefined): boolean {
  if (chosen === undefined) return true;
  const [title, time] = [String(row['title']), (row['time'] as string | null)?.slice(0, 5) ?? null];
  const isTitle = title.startsWith('r') || title === chosen.title;
  const isDragged = time === '10:00' || time === '11:00';
  const isTime = isDragged || (time === chosen.time && row['date'] === chosen.date);
  return isTitle && isTime;
}

/**
 * Returns the actual and the expected content of the calendar when nothing is pending, by the id of the
 * event.
 */
export async function atRest(
  home: Pick<Home, 'service' | 'calendar' | 'householdId'>,
  { ids, deletedThere, chosen }: Pick<History, 'ids' | 'deletedThere' | 'chosen'>,
) {
  const { from, until } = syncWindow(civilMomentAt(ZONE, home.service.clock.now()).date);
  const live = new Map<string, string>();
  for (const { id, content, start } of home.calendar.liveEvents())
    live.set(id, `${String(content['summary'])} ${JSON.stringify(momentOf(start))}`);
  const wanted = new Map<string, string>();
  const phantoms: string[] = [];
  const rows = await home.service.query(
    `select o.id, o.title, status, visibility, date::text, time::text, deleted_at, google_sync_status,
       (date + coalesce(time, '00:00')) at time zone h.time_zone as starts, h.calendar_title_format as format,
       (select array_agg(coalesce(m.display_name, a.display_name)) from members m join accounts a on a.id = m.user_id
        where m.household_id = h.id and m.user_id = any(o.responsible_member_ids)) as members
     from occurrences o join households h on h.id = o.household_id where h.id = '${home.householdId}'`,
  );
  for (const row of rows) {
    const eventId = eventOf(String(row['id']));
    const isEligible =
      row['visibility'] === 'SHARED' &&
      ['TODO', 'DONE'].includes(String(row['status'])) &&
      row['deleted_at'] === null;
    // An occurrence outside of the window gets no new event, but an existing event is updated.
    const date = String(row['date']);
    if (!isEligible || ((date < from || date > until) && !live.has(eventId))) continue;
    if (row['google_sync_status'] === 'DELETED_IN_GOOGLE') {
      if (!deletedThere.has(eventId)) phantoms.push(eventId);
      continue;
    }
    const start =
      row['time'] === null ? { date: row['date'] } : { instant: new Date(row['starts'] as string).getTime() };
    const mark = row['status'] === 'DONE' ? '✓ ' : '';
    const members = (row['members'] as readonly string[] | null) ?? [];
    const title = calendarTitle(String(row['format']), { title: String(row['title']), members });
    wanted.set(eventId, `${mark}${title} ${JSON.stringify(start)}`);
  }
  return {
    live,
    wanted,
    phantoms,
    lost: ids.filter((id) => !rows.some((row) => row['id'] === id && isWanted(row, chosen.get(id)))),
  };
}

function momentOf(start: object): object {
  const { instant, date } = start as { instant?: number; date?: string };
  return instant === undefined ? { date } : { instant };
}
