import type { CreatedShift } from '../../../application/days/shift-by-days.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { countsFor, type ListedOperation } from '../../../domain/operations/operation.js';
import { LEFT_REASONS, type LeftReason } from '../../../domain/series/shift-by-days.js';
import { Inline, InlineMany, Integer, PlainText, presentFields } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { Flag, Id, OneOf } from '../../validation/values.js';
import { MovedDateDto } from './pause-present.js';

class ShiftEffectDto {
  @Integer({ minimum: 0, description: 'Planned dates that move.' }) moved!: number;
  @Integer({ minimum: 0, description: 'Planned dates that are removed.' }) removed!: number;
  @Integer({ minimum: 0, description: 'Dates that stay because a member has edited or done them.' })
  kept!: number;
  @Integer({ minimum: 0, description: 'Series and tasks that are not moved.' }) left!: number;
}

class LeftDto {
  @OrNull() @Id() seriesId!: string | null;
  @OrNull() @Id() occurrenceId!: string | null;
  @PlainText() title!: string;
  @OneOf(LEFT_REASONS) reason!: LeftReason;
}

export class MadeShiftDto {
  @Inline(ShiftEffectDto) affected!: ShiftEffectDto;
  @InlineMany(MovedDateDto, { maxItems: 10, description: 'The first dates that change.' })
  dates!: readonly MovedDateDto[];
  @InlineMany(LeftDto, {
    maxItems: 100,
    description: 'The series and tasks that are not moved, with the reason.',
  })
  left!: readonly LeftDto[];
  @Flag({ description: 'False if the shift changes more than 1,000 rows, so it cannot be undone.' })
  undoable!: boolean;
  @Flag({
    description:
      'False while a job still moves the rest, or in a dry run with more than 50 tasks. The ' +
      'counts are then lower bounds.',
  })
  complete!: boolean;
}

export function presentShift({ affected, dates, left, undoable, isComplete }: CreatedShift): MadeShiftDto {
  return presentFields(MadeShiftDto, {
    ...{ affected: presentFields(ShiftEffectDto, affected), undoable, complete: isComplete },
    dates: dates.map((one) => presentFields(MovedDateDto, one)),
    left: left.map((one) => presentFields(LeftDto, one)),
  });
}

/**
 * Presents a shift whose answer was lost because its process ended. Only the counts can still be read, from the
 * operation; the lists are empty.
 */
export function presentLostShift(operation: ListedOperation, { memberId }: MemberCaller): MadeShiftDto {
  const { changed, removed } = countsFor(operation, memberId);
  return {
    affected: { moved: changed, removed, kept: 0, left: 0 },
    ...{ dates: [], left: [] },
    undoable: operation.undoUntil !== null,
    complete: operation.progress === undefined,
  };
}
