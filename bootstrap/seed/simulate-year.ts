import { linesOfText } from '../../application/shopping/add-items.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import { toInstant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { NO_FILTER } from '../../domain/tasks/views.js';
import { ABSENCES, SECOND_LIST, DEMO_SERIES, SHOPPING, STAPLES, TASKS, TEMPLATE } from './demo-plan.js';
import type { DemoWorld } from './demo-world.js';
import { draftInTemplate, draftOfSeries, draftOfTask } from './drafts.js';
import { addDemoExtras } from './add-extras.js';
import type { DemoHousehold } from './create-household.js';
import { pseudoRandom } from './simulated-time.js';

const WEEKS = 52;
const WEEKS_OF_SHOPPING = 6;
const HOUR = 3_600_000;
const [SKIPPED, LEFT_OPEN, BY_ANOTHER] = [0.05, 0.09, 0.15];

/**
 * Simulates a year until today, week by week. Most due tasks are completed by the member whose turn it is, and the
 * other members are notified of it.
 */
export async function simulateYear(
  world: DemoWorld,
  settled: DemoHousehold,
  today: CivilDate,
): Promise<void> {
  const [owner] = settled.callers;
  if (owner === undefined) return;
  const { timeZone } = owner.household;
  const at = (date: CivilDate, time: string) => toInstant(timeZone, date, time as CivilTime);
  const start = addDays(today, -7 * WEEKS);
  /** Returns the number of the simulated week that contains the day `daysAgo` days before today. */
  const weekOf = (daysAgo: number) => Math.floor((7 * WEEKS - daysAgo) / 7);
  for (let week = 0; week < WEEKS; week++) {
    const monday = addDays(start, 7 * week);
    world.clock.advanceTo(at(monday, '07:00'));
    const isNow = (daysAgo: number) => weekOf(daysAgo) === week;
    if (week >= WEEKS - WEEKS_OF_SHOPPING) await buyStaples(world, settled);
    if (week % 4 === 0) await world.extendHorizons();
    await world.drawTurns();
    await beginSeries(world, settled, today, isNow);
    await addTasks(world, settled, today, isNow);
    await goAway(world, settled, today, isNow);
    await doWhatIsDue(world, settled, [monday, addDays(monday, 6)], at);
    await world.skipMissed();
  }
  world.clock.advanceTo(at(addDays(today, -1), '21:00'));
  for (const caller of settled.callers.slice(1)) await world.readAllNotifications(caller);
  await addTasks(world, settled, today, (daysAgo) => daysAgo < 0);
  await beginSeries(world, settled, today, null);
  await addTasks(world, settled, today, null);
  await goShopping(world, settled);
  await world.createTemplate(owner, { name: TEMPLATE.name, tasks: TEMPLATE.tasks.map(draftInTemplate) });
  await addDemoExtras(world, settled, today);
  await world.extendHorizons();
  await world.sendNotifications();
  await world.purgeOperations();
}

/** Creates the series whose start `isDue` accepts, or with `isDue` null those that have not been started. */
async function beginSeries(
  world: DemoWorld,
  settled: DemoHousehold,
  today: CivilDate,
  isDue: ((daysAgo: number) => boolean) | null,
): Promise<void> {
  for (const plan of DEMO_SERIES) {
    const { daysAgo = 7 * WEEKS } = plan;
    if (daysAgo === null ? isDue !== null : !(isDue?.(daysAgo) ?? false)) continue;
    const author = settled.callers[plan.by];
    const date = daysAgo === null ? null : addDays(today, -daysAgo);
    if (author !== undefined) await world.createTask(author, draftOfSeries(plan, settled, date));
  }
}

/** Creates the tasks whose date `isDue` accepts, or with `isDue` null those without a date. */
async function addTasks(
  world: DemoWorld,
  settled: DemoHousehold,
  today: CivilDate,
  isDue: ((daysAgo: number) => boolean) | null,
): Promise<void> {
  for (const plan of TASKS) {
    if (plan.daysAgo === null ? isDue !== null : !(isDue?.(plan.daysAgo) ?? false)) continue;
    const author = settled.callers[plan.by];
    const date = plan.daysAgo === null ? null : addDays(today, -plan.daysAgo);
    if (author !== undefined) await world.createTask(author, draftOfTask(plan, settled, date));
  }
}

async function goAway(
  world: DemoWorld,
  { callers: [owner], memberIds }: DemoHousehold,
  today: CivilDate,
  isDue: (daysAgo: number) => boolean,
): Promise<void> {
  for (const { who, from, to } of ABSENCES) {
    const traveller = memberIds[who];
    if (owner === undefined || traveller === undefined || !isDue(from)) continue;
    const period = { from: addDays(today, -from), to: to === null ? null : addDays(today, -to) };
    await world.addAbsence(owner, traveller, period);
  }
}

async function doWhatIsDue(
  world: DemoWorld,
  { callers }: DemoHousehold,
  [from, to]: readonly [CivilDate, CivilDate],
  at: (date: CivilDate, time: string) => number,
): Promise<void> {
  for (const viewer of callers) {
    const due = await world.listOccurrences(
      viewer,
      { ...EVERYTHING_OPEN, from, to },
      { limit: 100, after: null },
    );
    for (const occurrence of due.rows) {
      // All members see a shared task, so this loop completes it only once, for the first member. A personal task is
      // seen, and completed, by its author only.
      if (occurrence.visibility === 'SHARED' && viewer !== callers[0]) continue;
      await doOne(world, callers, occurrence, at);
    }
  }
  await world.sendNotifications();
}

const EVERYTHING_OPEN = {
  view: 'all',
  ...NO_FILTER,
  status: 'TODO',
} as const;

async function doOne(
  world: DemoWorld,
  callers: DemoHousehold['callers'],
  { id, title, date, time, createdBy, responsibleMemberIds, visibility, completion }: Occurrence,
  at: (date: CivilDate, time: string) => number,
): Promise<void> {
  const chance = pseudoRandom(`${title} ${date}`);
  if (date === null || chance < LEFT_OPEN - SKIPPED) return;
  const whose = responsibleMemberIds[0] ?? createdBy;
  const isCaller = callers.some(({ memberId }) => memberId === whose);
  const isHelped = visibility === 'SHARED' && chance > 1 - BY_ANOTHER;
  const doer =
    callers.find(({ memberId }) => (isHelped ? memberId !== whose : memberId === whose)) ??
    callers.find(({ memberId }) => memberId === createdBy);
  if (doer === undefined) return;
  world.clock.advanceTo(at(date, time ?? '10:00') + Math.floor(chance * HOUR));
  if (chance < LEFT_OPEN) await world.skipOccurrence(doer, id);
  else if (completion === 'all')
    for (const each of callers.filter(({ memberId }) => responsibleMemberIds.includes(memberId)))
      await world.completeOccurrence(each, id, { for: null, at: null });
  // If the member has no account, somebody else completes the task on their behalf.
  else await world.completeOccurrence(doer, id, { for: isCaller || isHelped ? null : [whose], at: null });
}

async function buyStaples(world: DemoWorld, { callers: [buyer] }: DemoHousehold): Promise<void> {
  if (buyer === undefined) return;
  for (const { id } of await world.addItems(buyer, linesOfText(STAPLES, buyer.household.locale)))
    await world.editItem(buyer, id, { checked: true });
  await world.clearChecked(buyer);
}

async function goShopping(world: DemoWorld, { callers }: DemoHousehold): Promise<void> {
  for (const [i, text] of SHOPPING.entries()) {
    const buyer = callers[i % callers.length];
    if (buyer === undefined) return;
    const [first] = await world.addItems(buyer, linesOfText(text, buyer.household.locale));
    if (first !== undefined) await world.editItem(buyer, first.id, { checked: true });
  }
  const [owner] = callers;
  if (owner === undefined) return;
  const { name, sections, items } = SECOND_LIST;
  const list = await world.createList(owner, { name, sections });
  await world.addItems(owner, linesOfText(items.join(', '), owner.household.locale), list.id);
}
