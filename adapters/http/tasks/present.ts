import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Household } from '../../../domain/households/household.js';
import type { ListedOperation } from '../../../domain/operations/operation.js';
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
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';
import { TaskContentDto } from './content-dto.js';
import type { PathIds, RouteResponse } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

class OccurrenceDateReason {
  @Description('The id of the day calendar.')
  @Id()
  calendarId!: string;

  @Description('The name of the special day, such as a holiday.')
  @PlainText()
  name!: string;
}

class OccurrenceSoftDue {
  @OneOf(SOFT_DUE_KINDS) kind!: (typeof SOFT_DUE_KINDS)[number];

  @Description('The last day of the period, in the time zone of the household.')
  @CivilDateField()
  by!: string;
}

class OccurrenceChecklist {
  @Id() id!: string;
  @PlainText() title!: string;
  @Flag() done!: boolean;

  @Description('The position in the list, counted from 0.')
  @Integer()
  position!: number;
}

class OccurrenceChecklistProgress {
  @Description('The number of ticked items.')
  @Integer()
  done!: number;

  @Description('The number of all items.')
  @Integer()
  total!: number;
}

class TickDto {
  @Id() memberId!: string;

  @Description('The time at which the member did it.')
  @InstantField()
  at!: InstantText;
}

@Description('One date of a task. A one-off task has exactly one occurrence.')
export class OccurrenceDto extends TaskContentDto {
  @Id() id!: string;
  @Id() householdId!: string;

  @Description(
    'The id that all occurrences of a task share. It stays the same if an edit splits the ' +
      'series, unless the edit changes `visibility`.',
  )
  @Id()
  taskId!: string;

  @Description('null for a one-off task.')
  @OrNull()
  @Id()
  seriesId!: string | null;

  @Description(
    'The position in the series, counted from 0. It stays when a date moves. If an edit ' +
      'splits the series or changes its rhythm, the positions are counted again. null for a ' +
      'one-off task.',
  )
  @OrNull()
  @Integer()
  seriesIndex!: number | null;

  @Description(
    'The date that the rule gave. It differs from `date` if this occurrence was moved. null for a ' +
      'one-off task, and for an occurrence without a date.',
  )
  @OrNull()
  @CivilDateField()
  originalDate!: string | null;

  @Description(
    '`TODO` is open. `SKIPPED` uses up the turn and gives nobody credit. `CANCELLED` means that the ' +
      'occurrence is in the trash.',
  )
  @OneOf(STATUSES)
  status!: (typeof STATUSES)[number];

  @Description('A calendar date in the time zone of the household. null means that the task has no date.')
  @OrNull()
  @CivilDateField()
  date!: string | null;

  @Description('The special day because of which the occurrence moved from its original date.')
  @OrNull()
  @Inline(OccurrenceDateReason)
  dateReason!: OccurrenceDateReason | null;

  @Description('True if the task has a date and belongs to the whole day.')
  @Flag()
  allDay!: boolean;

  @Description(
    'The start as an instant, computed from `date`, `time` and the time zone of the household. ' +
      'Without a time, it is the beginning of the day. null means that there is no date.',
  )
  @OrNull()
  @InstantField()
  startsAt!: InstantText | null;

  @Description(
    'The start plus `durationMinutes`. Without a time, it is the end of the day. null means that ' +
      'there is no date.',
  )
  @OrNull()
  @InstantField()
  endsAt!: InstantText | null;

  @Description('A period in which a task without a date should be done. null means that there is none.')
  @OrNull()
  @Inline(OccurrenceSoftDue)
  softDue!: OccurrenceSoftDue | null;

  @Description('The assignees. An empty list means unassigned.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];

  @Description('True if there are several assignees.')
  @Flag()
  together!: boolean;

  @Description(
    'The reason why these members are responsible. `ROTATION`: it is their turn. `SWAP`: members ' +
      'exchanged turns. `AWAY`: the member whose turn it is is away, so others cover for them. ' +
      '`MANUAL`: somebody assigned them. `BALANCE`: turns were rebalanced. `CLAIMED`: a member took ' +
      'the task. `PAUSE`: a pause gives the work to one member. null means that no reason is ' +
      'recorded, as for an unassigned task.',
  )
  @OrNull()
  @OneOf(TURN_REASONS)
  turnReason!: (typeof TURN_REASONS)[number] | null;

  @Description('The members whose turn it was by the rotation, if somebody else has it now. Otherwise null.')
  @OrNull()
  @ListOf(Id())
  turnOf!: readonly string[] | null;

  @Description(
    '`MANUAL`: a member skipped it. `MISSED`: it was still open when a newer date of the series was ' +
      'due. null means that it was not skipped.',
  )
  @OrNull()
  @OneOf(SKIPPED_REASONS)
  skippedReason!: (typeof SKIPPED_REASONS)[number] | null;

  @Description('The items in their order.')
  @InlineMany(OccurrenceChecklist)
  checklist!: readonly OccurrenceChecklist[];

  @Inline(OccurrenceChecklistProgress) checklistProgress!: OccurrenceChecklistProgress;

  @Description('The number of files of the task.')
  @Integer()
  attachmentCount!: number;

  @Description('True if this occurrence was changed on its own. Edits of the series keep such changes.')
  @Flag()
  isException!: boolean;

  @Description(
    'True if the occurrence is open and its date, or its time today, has passed in the time zone of ' +
      'the household.',
  )
  @Flag()
  overdue!: boolean;

  @Description('The instant from which `overdue` is true. null if the occurrence is not open or has no date.')
  @OrNull()
  @InstantField()
  overdueFrom!: string | null;

  @Description('Increases with every change. Send it back with an edit.')
  @Integer()
  version!: number;

  @Description('Increases with every change. The calendar is up to date if it equals `syncedVersion`.')
  @Integer()
  syncVersion!: number;

  @Description('The `syncVersion` that was last written to Google Calendar.')
  @Integer()
  syncedVersion!: number;

  @Description(
    '`NOT_SYNCED`: it is not in the calendar and does not belong there. `PENDING`: the last change ' +
      'is not written yet. `BLOCKED`: Google does not allow the service to write. `ERROR`: writing ' +
      'failed for good. `DELETED_IN_GOOGLE`: somebody deleted the event there, and it is not written ' +
      'again.',
  )
  @OneOf(GOOGLE_SYNC_STATUSES)
  googleSyncStatus!: (typeof GOOGLE_SYNC_STATUSES)[number];

  @Description('The member who created the task.')
  @Id()
  createdBy!: string;

  @InstantField() createdAt!: InstantText;

  @Description('The time of the last change.')
  @InstantField()
  updatedAt!: InstantText;

  @Description('The member who made the last change. null means that the service made it.')
  @OrNull()
  @Id()
  updatedBy!: string | null;

  @Description('The time at which it was done. null means that it was not done.')
  @OrNull()
  @InstantField()
  completedAt!: InstantText | null;

  @Description('The member who ticked it. null means that it was not done.')
  @OrNull()
  @Id()
  completedBy!: string | null;

  @Description('The member who did it, the first one if there are several. null means that it was not done.')
  @OrNull()
  @Id()
  completedFor!: string | null;

  @Description('All members who did it. Empty if it was not done.')
  @ListOf(Id())
  completedForIds!: readonly string[];

  @Description(
    'The members who have ticked, and when. With `completion: "all"` it has entries before the task ' +
      'is done.',
  )
  @InlineMany(TickDto)
  doneBy!: readonly TickDto[];

  @Description(
    'The time at which it was moved to the trash. It is deleted for good 30 days later. null means ' +
      'that it is not in the trash.',
  )
  @OrNull()
  @InstantField()
  deletedAt!: InstantText | null;
}

@Description('An occurrence in the trash.')
export class TrashedOccurrenceDto extends OccurrenceDto {
  @Description('The operation that deleted it, for undo. null after a week, or if no member deleted it.')
  @OrNull()
  @Id()
  operationId!: string | null;
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
 * Returns the functions with which routes answer with an occurrence or several: the result of a use case, or the
 * current rows if the request repeats an earlier one.
 */
export function occurrenceAnswers({ useCases, clock }: RouteDependencies) {
  const one = ({ household }: MemberCaller, occurrence: Occurrence): RouteResponse<OccurrenceDto> => ({
    headers: { ETag: `"${occurrence.version}"` },
    body: presentOccurrence(occurrence, household, clock.now()),
  });
  const currentState = async ({ caller, params }: OfOccurrence) =>
    one(caller, await useCases.getOccurrence(caller, params.occurrenceId));
  const several = ({ household }: MemberCaller, occurrences: readonly Occurrence[]) => ({
    body: occurrences.map(occurrencePresenter(household, clock.now())),
  });
  const currentRows = async ({ caller, operation }: Repeated) =>
    several(caller, await useCases.showRows(caller, 'occurrence', operation));
  return { one, currentState, several, currentRows };
}

type OfOccurrence = {
  readonly caller: MemberCaller;
  readonly params: Pick<PathIds, 'occurrenceId'>;
};
type Repeated = { readonly caller: MemberCaller; readonly operation: ListedOperation };

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
