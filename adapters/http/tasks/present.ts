import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Household } from '../../../domain/households/household.js';
import { civilMomentAt, type CivilMoment, type Instant, type TimeZone } from '../../../domain/shared/zone.js';
import { checklistProgress } from '../../../domain/tasks/checklist.js';
import {
  GOOGLE_SYNC_STATUSES,
  SKIPPED_REASONS,
  STATUSES,
  standsInFor,
  type Occurrence,
} from '../../../domain/tasks/occurrence.js';
import { TURN_REASONS } from '../../../domain/rotation/turn-reason.js';
import { listDoers, listTicks } from '../../../domain/tasks/ticks.js';
import { toInstants, isOverdue, overdueFrom } from '../../../domain/tasks/schedule.js';
import { SOFT_DUE_KINDS } from '../../../domain/tasks/soft-due.js';
import {
  Inline,
  InlineMany,
  Integer,
  ListOf,
  PlainText,
  type InstantText,
  presentInstant,
} from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';
import { TaskContentDto } from './content-dto.js';
import type { PathIds, RouteResponse } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

class OccurrenceDateReason {
  @Id() calendarId!: string;
  @PlainText() name!: string;
}

class OccurrenceSoftDue {
  @OneOf(SOFT_DUE_KINDS) kind!: (typeof SOFT_DUE_KINDS)[number];
  @CivilDateField() by!: string;
}

class OccurrenceChecklist {
  @Id() id!: string;
  @PlainText() title!: string;
  @Flag() done!: boolean;
  @Integer() position!: number;
}

class OccurrenceChecklistProgress {
  @Integer() done!: number;
  @Integer() total!: number;
}

class TickDto {
  @Id() memberId!: string;
  @InstantField() at!: InstantText;
}

export class OccurrenceDto extends TaskContentDto {
  @Id() id!: string;
  @Id() householdId!: string;
  @Id() taskId!: string;
  @OrNull() @Id() seriesId!: string | null;
  @OrNull() @Integer() seriesIndex!: number | null;
  @OrNull() @CivilDateField() originalDate!: string | null;
  @OneOf(STATUSES) status!: (typeof STATUSES)[number];
  @OrNull() @CivilDateField() date!: string | null;
  @OrNull()
  @Inline(OccurrenceDateReason, {
    description: 'The special day because of which the occurrence moved from its original date.',
  })
  dateReason!: OccurrenceDateReason | null;
  @Flag() allDay!: boolean;
  @OrNull() @InstantField() startsAt!: InstantText | null;
  @OrNull() @InstantField() endsAt!: InstantText | null;
  @OrNull() @Inline(OccurrenceSoftDue) softDue!: OccurrenceSoftDue | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
  @Flag() together!: boolean;
  @OrNull() @OneOf(TURN_REASONS) turnReason!: (typeof TURN_REASONS)[number] | null;
  @OrNull()
  @ListOf(Id(), {
    description: 'The members whose turn it was by the rotation, if somebody else has it now.',
  })
  turnOf!: readonly string[] | null;
  @OrNull() @OneOf(SKIPPED_REASONS) skippedReason!: (typeof SKIPPED_REASONS)[number] | null;
  @InlineMany(OccurrenceChecklist) checklist!: readonly OccurrenceChecklist[];
  @Inline(OccurrenceChecklistProgress) checklistProgress!: OccurrenceChecklistProgress;
  @Integer() attachmentCount!: number;
  @Flag() isException!: boolean;
  @Flag() overdue!: boolean;
  @OrNull() @InstantField() overdueFrom!: string | null;
  @Integer() version!: number;
  @Integer() syncVersion!: number;
  @Integer() syncedVersion!: number;
  @OneOf(GOOGLE_SYNC_STATUSES) googleSyncStatus!: (typeof GOOGLE_SYNC_STATUSES)[number];
  @Id() createdBy!: string;
  @InstantField() createdAt!: InstantText;
  @InstantField() updatedAt!: InstantText;
  @OrNull() @Id() updatedBy!: string | null;
  @OrNull() @InstantField() completedAt!: InstantText | null;
  @OrNull() @Id() completedBy!: string | null;
  @OrNull() @Id() completedFor!: string | null;
  @ListOf(Id(), { description: 'The members who did it.' })
  completedForIds!: readonly string[];
  @InlineMany(TickDto, { description: 'The members who have ticked, and when.' })
  doneBy!: readonly TickDto[];
  @OrNull() @InstantField() deletedAt!: InstantText | null;
}

/** An occurrence in the trash. */
export class TrashedOccurrenceDto extends OccurrenceDto {
  @OrNull() @Id() operationId!: string | null;
}

export function presentOccurrence(
  occurrence: Occurrence,
  { timeZone }: Pick<Household, 'timeZone'>,
  now: Instant,
): OccurrenceDto {
  return present(occurrence, timeZone, civilMomentAt(timeZone, now));
}

/** Returns a presenter for a list, with the same current time for every row. */
export function occurrencePresenter({ timeZone }: Pick<Household, 'timeZone'>, now: Instant) {
  const moment = civilMomentAt(timeZone, now);
  return (occurrence: Occurrence) => present(occurrence, timeZone, moment);
}

/**
 * Returns the functions with which routes answer with an occurrence: the result of a use case, or the present
 * row for a repetition.
 */
export function occurrenceAnswers({ useCases, clock }: RouteDependencies) {
  const one = ({ household }: MemberCaller, occurrence: Occurrence): RouteResponse<OccurrenceDto> => ({
    headers: { ETag: `"${occurrence.version}"` },
    body: presentOccurrence(occurrence, household, clock.now()),
  });
  const currentState = async ({ caller, params }: OfOccurrence) =>
    one(caller, await useCases.getOccurrence(caller, params.occurrenceId));
  return { one, currentState };
}

type OfOccurrence = {
  readonly caller: MemberCaller;
  readonly params: Pick<PathIds, 'occurrenceId'>;
};

function present(occurrence: Occurrence, zone: TimeZone, now: CivilMoment): OccurrenceDto {
  const { startsAt, endsAt } = toInstants(occurrence, zone);
  return {
    id: occurrence.id,
    householdId: occurrence.householdId,
    taskId: occurrence.taskId,
    seriesId: occurrence.seriesId,
    seriesIndex: occurrence.seriesIndex,
    originalDate: occurrence.originalDate,
    title: occurrence.title,
    notes: occurrence.notes,
    categoryId: occurrence.categoryId,
    visibility: occurrence.visibility,
    priority: occurrence.priority,
    time: occurrence.time,
    durationMinutes: occurrence.durationMinutes,
    reminders: occurrence.reminders,
    showFrom: occurrence.showFrom,
    nag: occurrence.nag && { everyMinutes: occurrence.nag.everyMinutes, times: occurrence.nag.times },
    escalateAfterMinutes: occurrence.escalateAfterMinutes,
    completion: occurrence.completion,
    status: occurrence.status,
    date: occurrence.date,
    dateReason: occurrence.dateReason,
    allDay: occurrence.allDay,
    startsAt: presentInstant(startsAt),
    endsAt: presentInstant(endsAt),
    softDue: occurrence.softDue && { kind: occurrence.softDue.kind, by: occurrence.softDue.by },
    responsibleMemberIds: [...occurrence.responsibleMemberIds],
    together: occurrence.responsibleMemberIds.length > 1,
    turnReason: occurrence.turnReason,
    turnOf: standsInFor(occurrence),
    skippedReason: occurrence.skippedReason,
    checklist: occurrence.checklist.map(({ id, title, done }, position) => ({ id, title, done, position })),
    checklistProgress: checklistProgress(occurrence.checklist),
    attachmentCount: occurrence.attachmentCount,
    isException: occurrence.isException,
    overdue: isOverdue(occurrence, now),
    overdueFrom: presentInstant(overdueFrom(occurrence, zone)),
    version: occurrence.version,
    syncVersion: occurrence.syncVersion,
    syncedVersion: occurrence.syncedVersion,
    googleSyncStatus: occurrence.googleSyncStatus,
    createdBy: occurrence.createdBy,
    createdAt: presentInstant(occurrence.createdAt),
    updatedAt: presentInstant(occurrence.updatedAt),
    updatedBy: occurrence.updatedBy,
    completedAt: presentInstant(occurrence.completedAt),
    completedBy: occurrence.completedBy,
    completedFor: occurrence.completedFor,
    completedForIds: listDoers(occurrence),
    doneBy: listTicks(occurrence).map(({ memberId, at }) => ({ memberId, at: presentInstant(at) })),
    deletedAt: presentInstant(occurrence.deletedAt),
  };
}
