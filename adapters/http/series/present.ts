import type { PreviewedRecurrence as Preview } from '../../../application/series/preview-recurrence.js';
import type { SeriesView } from '../../../application/series/queries.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Locale } from '../../../domain/shared/locale.js';
import { TURN_REASONS } from '../../../domain/rotation/turn-reason.js';
import { MISSED_POLICIES, WHEN_AWAY, type WhenAway } from '../../../domain/recurrence/policies.js';
import { ruleText } from '../../../domain/recurrence/text/rule-text.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { civilMomentAt, type TimeZone } from '../../../domain/shared/zone.js';
import { STATUSES, type Occurrence } from '../../../domain/tasks/occurrence.js';
import { listDoers } from '../../../domain/tasks/ticks.js';
import { isRule } from '../../../domain/series/dates.js';
import { PAUSE_MODES, type PauseMode } from '../../../domain/days/pause.js';
import type { Season } from '../../../domain/days/season.js';
import { SWAP_STATUSES, type SwapTurn, type SwapView } from '../../../domain/series/swap.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { toRequest, type RotationRequest } from '../../../domain/rotation/rotation.js';
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
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, CivilTimeField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';
import { SeriesShift } from '../days/series-shift.js';
import { TaskContentDto } from '../tasks/content-dto.js';

const RuleText = () =>
  PlainText({
    description: 'The rule in words, such as “Every other Tuesday”.',
    examples: ['Every month on the last Friday'],
  });

const Provisional = () =>
  Flag({
    description:
      'True if the next assignment of a balanced rotation may still give the turn to another ' + 'member.',
  });

class SeriesChecklistItem {
  @PlainText() title!: string;
}

class SeriesUpcoming {
  @Id() occurrenceId!: string;
  @CivilDateField() date!: string;
  @OrNull() @CivilTimeField() time!: string | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
  @OrNull() @OneOf(TURN_REASONS) turnReason!: (typeof TURN_REASONS)[number] | null;
  @Provisional() provisional!: boolean;
}

class SeriesLoad {
  @Id() memberId!: string;
  @Integer({ description: 'Minutes done minus expected minutes.' }) difference!: number;
}

class SeriesDraw {
  @InlineMany(SeriesLoad, { description: 'The load of each member on which the assignment was based.' })
  loads!: readonly SeriesLoad[];
  @Integer() effortMinutes!: number;
  @CivilDateField() until!: string;
  @CivilDateField() next!: string;
}

class SeriesPauseDto {
  @Id() id!: string;
  @CivilDateField() from!: string;
  @OrNull() @CivilDateField() to!: string | null;
  @OneOf(PAUSE_MODES) mode!: PauseMode;
  @OrNull() @Id() assignTo!: string | null;
}

export class SeriesDto extends TaskContentDto {
  @Id() id!: string;
  @Id() taskId!: string;
  @Domain('Recurrence') recurrence!: Recurrence;
  @OrNull()
  @PlainText({ description: 'The rule as an RRULE of RFC 5545. Null for a recurrence after completion.' })
  rrule!: string | null;
  @RuleText() text!: string;
  @CivilDateField() startDate!: string;
  @InlineMany(SeriesChecklistItem) checklist!: readonly SeriesChecklistItem[];
  @OrNull() @Domain('Rotation') rotation!: RotationRequest | null;
  @OrNull()
  @Inline(SeriesDraw, { description: 'The last assignment of turns in a balanced rotation.' })
  drawn!: SeriesDraw | null;
  @OneOf(MISSED_POLICIES) missed!: (typeof MISSED_POLICIES)[number];
  @OrNull() @Domain('Season') season!: Season | null;
  @OrNull() @Inline(SeriesShift) shift!: SeriesShift | null;
  @OrNull() @OneOf(WHEN_AWAY) whenAway!: WhenAway | null;
  @InlineMany(SeriesPauseDto, { description: 'The pauses that concern the series, by their first day.' })
  pauses!: readonly SeriesPauseDto[];
  @ListOf(CivilDateField(), { maxItems: 5 }) nextDates!: readonly string[];
  @InlineMany(SeriesUpcoming, { maxItems: 5, description: 'The next open occurrences.' })
  upcoming!: readonly SeriesUpcoming[];
  @CivilDateField() horizon!: string;
  @Integer() version!: number;
  @OrNull() @InstantField() endedAt!: InstantText | null;
  @Id() createdBy!: string;
  @InstantField() createdAt!: InstantText;
}

export class SeriesHistoryEntry {
  @Id() occurrenceId!: string;
  @OrNull() @CivilDateField() date!: string | null;
  @OneOf(STATUSES) status!: (typeof STATUSES)[number];
  @OrNull() @InstantField() completedAt!: InstantText | null;
  @OrNull() @Id() completedBy!: string | null;
  @OrNull() @Id() completedFor!: string | null;
  @ListOf(Id()) completedForIds!: readonly string[];
  @Flag() late!: boolean;
}

class RecurrencePreviewDate {
  @CivilDateField() date!: string;
  @OrNull() @CivilTimeField() time!: string | null;
  @Integer() index!: number;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
  @Provisional() provisional!: boolean;
}

export class RecurrencePreview {
  @OrNull() @PlainText() rrule!: string | null;
  @RuleText() text!: string;
  @InlineMany(RecurrencePreviewDate) dates!: readonly RecurrencePreviewDate[];
}

class SwapTurnDto {
  @PlainText() title!: string;
  @OrNull() @CivilDateField() date!: string | null;
  @OrNull() @CivilTimeField() time!: string | null;
  @ListOf(Id()) memberIds!: readonly string[];
}

export class SwapDto {
  @Id() id!: string;
  @Id() occurrenceId!: string;
  @Id() withOccurrenceId!: string;
  @Id() requestedBy!: string;
  @OneOf(SWAP_STATUSES) status!: (typeof SWAP_STATUSES)[number];
  @Inline(SwapTurnDto, { description: 'The offered turn. It shows the present state of its occurrence.' })
  offered!: SwapTurnDto;
  @Inline(SwapTurnDto, { description: 'The wanted turn. It shows the present state of its occurrence.' })
  wanted!: SwapTurnDto;
  @InstantField() createdAt!: InstantText;
  @OrNull() @InstantField() answeredAt!: InstantText | null;
}

/** The member for whom a rule is described, in the language of the account or of the request. */
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
    upcoming: upcoming.map((one) => presentFields(SeriesUpcoming, { ...one, occurrenceId: one.id })),
  });
}

function presentDraw(segments: readonly Segment[]): SeriesDraw | null {
  const drawn = drawOf(segments);
  if (drawn === null) return null;
  const { loads, until, next } = drawn;
  if (until === null || next === null) return null;
  const rounded = loads.map((load) => ({ ...load, difference: Math.round(load.difference) }));
  return presentFields(SeriesDraw, {
    ...{ ...drawn, until, next },
    loads: rounded.map((load) => presentFields(SeriesLoad, load)),
  });
}

/**
 * Presents a done or skipped occurrence. It is late if it was done after its date, in the time zone of the
 * household.
 */
export function presentHistoryEntry(occurrence: Occurrence, zone: TimeZone): SeriesHistoryEntry {
  const { id: occurrenceId, date, completedAt } = occurrence;
  const doneOn = completedAt === null ? null : civilMomentAt(zone, completedAt).date;
  const late = doneOn !== null && date !== null && doneOn > date;
  return presentFields(SeriesHistoryEntry, {
    ...occurrence,
    occurrenceId,
    completedForIds: listDoers(occurrence),
    late,
  });
}

export function presentPreview(
  { recurrence, dates }: Preview,
  reader: Reader,
  locale?: Locale,
): RecurrencePreview {
  const rrule = isRule(recurrence) ? toRRule(recurrence) : null;
  return presentFields(RecurrencePreview, {
    rrule,
    text: describeRecurrence(recurrence, reader, locale),
    dates,
  });
}

export function presentSwap(swap: SwapView): SwapDto {
  const [offered, wanted] = [presentTurn(swap.offered), presentTurn(swap.wanted)];
  return presentFields(SwapDto, { ...swap, offered, wanted });
}

function presentTurn({ title, date, time, responsibleMemberIds }: SwapTurn): SwapTurnDto {
  return { title, date, time, memberIds: [...responsibleMemberIds] };
}
