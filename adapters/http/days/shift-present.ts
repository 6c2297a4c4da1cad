import type { CreatedShift } from '../../../application/days/shift-by-days.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { countsFor, type ListedOperation } from '../../../domain/operations/operation.js';
import { LEFT_REASONS, type LeftReason } from '../../../domain/series/shift-by-days.js';
import { Inline, InlineMany, Integer, PlainText, presentFields } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { Flag, Id, OneOf } from '../../validation/values.js';
import { MovedDateDto } from './pause-present.js';

class ShiftEffectDto {
  @Integer({ minimum: 0, description: 'Planned dates that are others' }) moved!: number;
  @Integer({ minimum: 0, description: 'That fall away' }) removed!: number;
  @Integer({ minimum: 0, description: 'Of what is moved, dates that somebody has touched: they stay' })
  kept!: number;
  @Integer({ minimum: 0, description: 'Series and tasks that are left as they are' }) left!: number;
}

class LeftDto {
  @OrNull() @Id() seriesId!: string | null;
  @OrNull() @Id() occurrenceId!: string | null;
  @PlainText() title!: string;
  @OneOf(LEFT_REASONS) reason!: LeftReason;
}

export class MadeShiftDto {
  @Inline(ShiftEffectDto) affected!: ShiftEffectDto;
  @InlineMany(MovedDateDto, { maxItems: 10, description: 'The first that are others by it' })
  dates!: readonly MovedDateDto[];
  @InlineMany(LeftDto, { maxItems: 100, description: 'What is left as it is, and why' })
  left!: readonly LeftDto[];
  @Flag({ description: 'Whether it can be undone: not where it touches more than 1,000 rows' })
  undoable!: boolean;
  @Flag({
    description:
      'false while a job still moves the rest, or in a dry run of more than 50 tasks: counts are at least these then',
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

/** The answer to a shift whose own answer was lost with its process: what its operation still tells. */
export function presentLostShift(operation: ListedOperation, { memberId }: MemberCaller): MadeShiftDto {
  const { changed, removed } = countsFor(operation, memberId);
  return {
    affected: { moved: changed, removed, kept: 0, left: 0 },
    ...{ dates: [], left: [] },
    undoable: operation.undoUntil !== null,
    complete: operation.progress === undefined,
  };
}
