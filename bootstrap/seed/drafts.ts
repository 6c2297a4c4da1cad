import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { EMPTY_DRAFT, type TaskDraft } from '../../domain/tasks/draft.js';
import type { PlannedSeries, PlannedTask } from './demo-plan.js';
import type { DemoHousehold } from './create-household.js';

const pickIds = ({ memberIds }: DemoHousehold, people: readonly number[]): MemberId[] =>
  people.flatMap((person) => memberIds[person] ?? []);

/** Returns the draft of a series. A `date` of null means that it has not been started. */
export function draftOfSeries(
  plan: PlannedSeries,
  settled: DemoHousehold,
  date: CivilDate | null,
): TaskDraft {
  return {
    ...EMPTY_DRAFT,
    title: plan.title,
    date,
    categoryId: settled.categoryIds.get(plan.category) ?? null,
    time: (plan.time as CivilTime | undefined) ?? null,
    durationMinutes: plan.minutes ?? null,
    recurrence: plan.recurrence,
    rotation: rotationOf(plan, settled),
    missed: plan.missed ?? 'keep',
    season: plan.season ?? null,
    shift: plan.shift === undefined ? null : { ...plan.shift, calendarIds: [settled.holidays] },
    whenAway: plan.whenAway ?? null,
    checklist: (plan.checklist ?? []).map((title) => ({ title })),
    reminders: plan.reminders ?? [],
    nag: plan.nag ?? null,
    escalateAfterMinutes: plan.escalateAfterMinutes ?? null,
    completion: plan.each === undefined ? 'any' : 'all',
    responsibleMemberIds: pickIds(settled, plan.each ?? []),
  };
}

function rotationOf({ turns, balanced }: PlannedSeries, settled: DemoHousehold): TaskDraft['rotation'] {
  if (balanced !== undefined)
    return { kind: 'balanced', members: pickIds(settled, balanced), draw: { unit: 'week', ahead: 14 } };
  if (turns.length === 0) return null;
  const order = turns.map((slot) => pickIds(settled, slot));
  return { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 };
}

export function draftOfTask(plan: PlannedTask, settled: DemoHousehold, date: CivilDate | null): TaskDraft {
  return {
    ...EMPTY_DRAFT,
    title: plan.title,
    date,
    priority: plan.priority ?? 'NORMAL',
    visibility: plan.visibility ?? 'SHARED',
    showFrom: plan.showFrom ?? null,
    responsibleMemberIds: pickIds(settled, plan.for),
  };
}

/** Returns the draft of a task in a template. */
export function draftInTemplate({ title, dayOffset }: { title: string; dayOffset: number }) {
  return { ...EMPTY_DRAFT, title, dayOffset };
}
