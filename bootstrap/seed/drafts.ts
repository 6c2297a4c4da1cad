import type { MemberCaller } from '../../application/shared/caller.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { EMPTY_DRAFT, type TaskDraft } from '../../domain/tasks/draft.js';
import type { PlannedSeries, PlannedTask } from './demo-plan.js';
import type { Settled } from './settle.js';

const pickIds = (callers: readonly MemberCaller[], people: readonly number[]): MemberId[] =>
  people.flatMap((person) => callers[person]?.memberId ?? []);

export function draftOfSeries(
  plan: PlannedSeries,
  { callers, categoryIds }: Settled,
  date: CivilDate,
): TaskDraft {
  return {
    ...EMPTY_DRAFT,
    title: plan.title,
    date,
    categoryId: categoryIds.get(plan.category) ?? null,
    time: (plan.time as CivilTime | undefined) ?? null,
    durationMinutes: plan.minutes ?? null,
    recurrence: plan.recurrence,
    rotation:
      plan.turns.length === 0
        ? null
        : {
            kind: 'turns',
            order: plan.turns.map((slot) => pickIds(callers, slot)),
            unit: 'occurrence',
            length: 1,
            offset: 0,
          },
    missed: plan.missed ?? 'keep',
    checklist: (plan.checklist ?? []).map((title) => ({ title })),
    reminders: plan.reminders ?? [],
    nag: plan.nag ?? null,
    escalateAfterMinutes: plan.escalateAfterMinutes ?? null,
    completion: plan.each === undefined ? 'any' : 'all',
    responsibleMemberIds: pickIds(callers, plan.each ?? []),
  };
}

export function draftOfTask(plan: PlannedTask, { callers }: Settled, date: CivilDate | null): TaskDraft {
  return {
    ...EMPTY_DRAFT,
    title: plan.title,
    date,
    priority: plan.priority ?? 'NORMAL',
    visibility: plan.visibility ?? 'SHARED',
    responsibleMemberIds: pickIds(callers, plan.for),
  };
}

/** A task of a template. */
export function draftInTemplate({ title, dayOffset }: { title: string; dayOffset: number }) {
  return { ...EMPTY_DRAFT, title, dayOffset };
}
