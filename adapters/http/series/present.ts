import type { PreviewedRecurrence as Preview } from '../../../application/series/preview-recurrence.js';
import type { SeriesView } from '../../../application/series/queries.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Locale } from '../../../domain/shared/locale.js';
import { TURN_REASONS } from '../../../domain/rotation/turn-reason.js';
import { ruleText } from '../../../domain/recurrence/text/rule-text.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { civilMomentAt, type TimeZone } from '../../../domain/shared/zone.js';
import { STATUSES, type Occurrence } from '../../../domain/tasks/occurrence.js';
import { listDoers } from '../../../domain/tasks/ticks.js';
import { isRule } from '../../../domain/series/dates.js';
import { SWAP_STATUSES, type SwapTurn, type SwapView } from '../../../domain/series/swap.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { toRequest } from '../../../domain/rotation/rotation.js';
import { drawOf, type Segment } from '../../../domain/rotation/segment.js';
import {
  Domain,
  Inline,
  InlineMany,
  Integer,
  ListOf,
  PlainText,
  type InstantText,
  presentFields,
} from '../schema/output.js';
import { composed, Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, CivilTimeField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';
import { PauseModeDto } from '../days/pause-present.js';
import { ChecklistTitle, RepeatingTaskDto, UpcomingDateDto } from '../tasks/content-dto.js';

const RuleText = () =>
  composed(
    Description('The rule in words, such as “Every other Tuesday”, in the requested language.'),
    PlainText({ examples: ['Every month on the last Friday'] }),
  );

const Provisional = () =>
  composed(
    Description(
      'True if the next assignment of a balanced rotation may still give the turn to another member.',
    ),
    Flag(),
  );

class SeriesUpcoming extends UpcomingDateDto {
  @Id() occurrenceId!: string;

  @Description('The reason why these members are responsible, as in `OccurrenceDto`.')
  @OrNull()
  @OneOf(TURN_REASONS)
  turnReason!: (typeof TURN_REASONS)[number] | null;

  @Provisional() provisional!: boolean;
}

class SeriesLoad {
  @Id() memberId!: string;

  @Description(
    'Minutes done minus expected minutes. It is negative for a member who has done less than expected.',
  )
  @Integer()
  difference!: number;
}

class SeriesDraw {
  @Description('The load of each member on which the assignment was based.')
  @InlineMany(SeriesLoad)
  loads!: readonly SeriesLoad[];

  @Description('The number of minutes that are counted for one turn.')
  @Integer()
  effortMinutes!: number;

  @Description('The last day up to which turns are assigned.')
  @CivilDateField()
  until!: string;

  @Description('The day on which the next turns are assigned.')
  @CivilDateField()
  next!: string;
}

class SeriesPauseDto extends PauseModeDto {
  @Id() id!: string;

  @Description('The first day.')
  @CivilDateField()
  from!: string;

  @Description('The last day. null means until further notice.')
  @OrNull()
  @CivilDateField()
  to!: string | null;
}

@Description('A repeating task: its rule, its rotation, and the content of its occurrences.')
export class SeriesDto extends RepeatingTaskDto {
  @Id() id!: string;

  @Description(
    'The id that all occurrences of a task share. It stays the same if an edit splits the ' +
      'series, unless the edit changes `visibility`.',
  )
  @Id()
  taskId!: string;

  @Domain('Recurrence') recurrence!: Recurrence;

  @Description('The rule as an RRULE of RFC 5545. null for a recurrence after completion.')
  @OrNull()
  @PlainText()
  rrule!: string | null;

  @RuleText() text!: string;

  @Description('The date from which the rule counts.')
  @CivilDateField()
  startDate!: string;

  @Description('The items that new occurrences get, in their order.')
  @InlineMany(ChecklistTitle)
  checklist!: readonly ChecklistTitle[];

  @Description(
    'The last assignment of turns in a balanced rotation. null for other rotations, and before the ' +
      'first assignment.',
  )
  @OrNull()
  @Inline(SeriesDraw)
  drawn!: SeriesDraw | null;

  @Description('The pauses that concern the series, by their first day.')
  @InlineMany(SeriesPauseDto)
  pauses!: readonly SeriesPauseDto[];

  @Description('The next dates of the rule, at most five.')
  @ListOf(CivilDateField(), { maxItems: 5 })
  nextDates!: readonly string[];

  @Description('The next open occurrences.')
  @InlineMany(SeriesUpcoming, { maxItems: 5 })
  upcoming!: readonly SeriesUpcoming[];

  @Description('Every date before this day exists as an occurrence. Later dates are created day by day.')
  @CivilDateField()
  horizon!: string;

  @Description('Increases with every edit of the series. Send it back with an edit.')
  @Integer()
  version!: number;

  @Description('The time at which the series was ended. null means that it continues.')
  @OrNull()
  @InstantField()
  endedAt!: InstantText | null;

  @Description('The member who created the series.')
  @Id()
  createdBy!: string;

  @InstantField() createdAt!: InstantText;
}

@Description('A done or skipped occurrence of a series.')
export class SeriesHistoryEntry {
  @Id() occurrenceId!: string;

  @Description('null means that the occurrence had no date.')
  @OrNull()
  @CivilDateField()
  date!: string | null;

  @OneOf(STATUSES) status!: (typeof STATUSES)[number];

  @Description('null means that it was skipped.')
  @OrNull()
  @InstantField()
  completedAt!: InstantText | null;

  @Description('The member who ticked it. null means that it was skipped.')
  @OrNull()
  @Id()
  completedBy!: string | null;

  @Description('The member who did it, the first one if there are several. null means that it was skipped.')
  @OrNull()
  @Id()
  completedFor!: string | null;

  @Description('All members who did it.')
  @ListOf(Id())
  completedForIds!: readonly string[];

  @Description('True if it was done after its date.')
  @Flag()
  late!: boolean;
}

class RecurrencePreviewDate extends UpcomingDateDto {
  @Description('The position in the series, counted from 0.')
  @Integer()
  index!: number;

  @Provisional() provisional!: boolean;
}

@Description('The dates that a recurrence would have.')
export class RecurrencePreview {
  @Description('The rule as an RRULE of RFC 5545. null for a recurrence after completion.')
  @OrNull()
  @PlainText()
  rrule!: string | null;

  @RuleText() text!: string;
  @InlineMany(RecurrencePreviewDate) dates!: readonly RecurrencePreviewDate[];
}

class SwapTurnDto {
  @PlainText() title!: string;

  @Description('null means that the occurrence has no date.')
  @OrNull()
  @CivilDateField()
  date!: string | null;

  @Description('null means that there is no time.')
  @OrNull()
  @CivilTimeField()
  time!: string | null;

  @Description('The assignees.')
  @ListOf(Id())
  memberIds!: readonly string[];
}

@Description('A request of one member to exchange a turn with another member.')
export class SwapDto {
  @Id() id!: string;

  @Description('The occurrence that the requesting member offers.')
  @Id()
  occurrenceId!: string;

  @Description('The occurrence that the requesting member wants in exchange.')
  @Id()
  withOccurrenceId!: string;

  @Description('The requesting member.')
  @Id()
  requestedBy!: string;

  @Description('A request that can no longer be carried out becomes `DECLINED` automatically.')
  @OneOf(SWAP_STATUSES)
  status!: (typeof SWAP_STATUSES)[number];

  @Description('The offered turn. It shows the present state of its occurrence.')
  @Inline(SwapTurnDto)
  offered!: SwapTurnDto;

  @Description('The wanted turn. It shows the present state of its occurrence.')
  @Inline(SwapTurnDto)
  wanted!: SwapTurnDto;

  @InstantField() createdAt!: InstantText;

  @Description('null means that nobody has answered yet.')
  @OrNull()
  @InstantField()
  answeredAt!: InstantText | null;
}

/**
 * The member who reads the description of a rule. The description is in the language of the account or of the
 * request.
 */
type Reader = Pick<MemberCaller, 'account' | 'household'>;

function describeRecurrence(
  recurrence: Recurrence,
  { account, household }: Reader,
  locale = account.locale,
): string {
  return ruleText(recurrence, { locale, weekStart: household.weekStartsOn });
}

export function presentSeries(
  { series, nextDates, upcoming }: SeriesView,
  reader: Reader,
  locale?: Locale,
): SeriesDto {
  const { template, recurrence, start, segments } = series;
  const current = segments.at(-1);
  return presentFields(SeriesDto, {
    ...series,
    ...template,
    rrule: isRule(recurrence) ? toRRule(recurrence) : null,
    text: describeRecurrence(recurrence, reader, locale),
    startDate: start,
    checklist: template.checklist.map((title) => ({ title })),
    rotation: current ? toRequest(current.rotation) : null,
    drawn: presentDraw(segments),
    nextDates,
    upcoming: upcoming.map((one) => ({ ...one, occurrenceId: one.id })),
  });
}

function presentDraw(segments: readonly Segment[]): SeriesDraw | null {
  const drawn = drawOf(segments);
  if (drawn === null) return null;
  const { loads, until, next } = drawn;
  if (until === null || next === null) return null;
  const rounded = loads.map((load) => ({ ...load, difference: Math.round(load.difference) }));
  return { ...drawn, until, next, loads: rounded };
}

/**
 * Presents a done or skipped occurrence. It is late if it was done after its date, in the time zone of the
 * household.
 */
export function presentHistoryEntry(occurrence: Occurrence, zone: TimeZone): SeriesHistoryEntry {
  const { date, completedAt } = occurrence;
  const doneOn = completedAt === null ? null : civilMomentAt(zone, completedAt).date;
  const late = doneOn !== null && date !== null && doneOn > date;
  return presentFields(SeriesHistoryEntry, {
    ...occurrence,
    occurrenceId: occurrence.id,
    completedForIds: listDoers(occurrence),
    late,
  });
}

export function presentPreview(
  { recurrence, dates }: Preview,
  reader: Reader,
  locale?: Locale,
): RecurrencePreview {
  return presentFields(RecurrencePreview, {
    rrule: isRule(recurrence) ? toRRule(recurrence) : null,
    text: describeRecurrence(recurrence, reader, locale),
    dates,
  });
}

export function presentSwap(swap: SwapView): SwapDto {
  const [offered, wanted] = [withMemberIds(swap.offered), withMemberIds(swap.wanted)];
  return presentFields(SwapDto, { ...swap, offered, wanted });
}

const withMemberIds = (turn: SwapTurn) => ({ ...turn, memberIds: turn.responsibleMemberIds });
