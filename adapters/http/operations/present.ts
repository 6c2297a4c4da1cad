import {
  countsFor,
  progressFor,
  OPERATION_KINDS,
  OPERATION_SUBJECTS,
  undoState,
  VIA_KINDS,
  type ListedOperation,
} from '../../../domain/operations/operation.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { presentFields, type InstantText, AnyValue, Inline, Integer, PlainText } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { Id, InstantField, OneOf } from '../../validation/values.js';

const UNDO_STATES = ['POSSIBLE', 'UNDONE', 'EXPIRED', 'NEVER'] as const;

class OperationSubject {
  @OneOf(OPERATION_SUBJECTS) type!: (typeof OPERATION_SUBJECTS)[number];
  @Id() id!: string;

  @Description(
    'The title at the time of the operation. null for rows whose name clients already ' +
      'have, such as members.',
  )
  @OrNull()
  @PlainText()
  title!: string | null;
}

class OperationVia {
  @Description(
    'The means by which the actor made the change, if it was not a session of their own: an API ' +
      'token, a webhook, an import, a display, a guest link, or the connected calendar.',
  )
  @OneOf(VIA_KINDS)
  kind!: (typeof VIA_KINDS)[number];

  @Id() id!: string;

  @Description('The name of the display, token or other means at the time of the operation.')
  @PlainText()
  name!: string;
}

class OperationCounts {
  @Description('New and restored rows.')
  @Integer({ minimum: 0 })
  created!: number;

  @Description('Changed rows.')
  @Integer({ minimum: 0 })
  changed!: number;

  @Description('Rows that were deleted or moved to the trash.')
  @Integer({ minimum: 0 })
  removed!: number;
}

class OperationProgress {
  @Description('The number of series and tasks that are changed already.')
  @Integer({ minimum: 0 })
  done!: number;

  @Description('The number of series and tasks that the operation changes in all.')
  @Integer({ minimum: 0 })
  total!: number;
}

@Description('Everything that one request changed. It is the unit of undo.')
export class OperationDto {
  @Id() id!: string;
  @InstantField() at!: InstantText;

  @Description('The member who made the change.')
  @Id()
  actorId!: string;

  @Description('The means by which the actor made the change. null means a session of their own.')
  @OrNull()
  @Inline(OperationVia)
  via!: OperationVia | null;

  @Description(
    'The kind of change. `MOVED`: only the schedule changed. `SPLIT`: a series was divided, by an ' +
      'edit with scope `following`. `APPLIED`: tasks were created from a template or from ideas. ' +
      '`CHECKLIST`, `SHOPPING`, `MEMBER`, `CATEGORY`: these were changed. `PAUSED` and `RESUMED`: a ' +
      'pause was created or ended.',
  )
  @OneOf(OPERATION_KINDS)
  kind!: (typeof OPERATION_KINDS)[number];

  @Description(
    'The row that the operation is about. null if clients keep no copy of it, such as an invitation.',
  )
  @OrNull()
  @Inline(OperationSubject)
  subject!: OperationSubject | null;

  @Description('The numbers of rows that changed, as far as the caller may see them.')
  @Inline(OperationCounts)
  counts!: OperationCounts;

  @Description(
    'The changed value before and after, in `from` and `to`, if the kind of operation has them. For ' +
      'a member: the changed part in `change`. For links and displays: `access`, `change` and `name`.',
  )
  @AnyValue()
  params!: unknown;

  @Description(
    '`POSSIBLE` until `undoUntil`. `UNDONE` by the operation `undoneBy`. `EXPIRED` after ' +
      '`undoUntil`. `NEVER` if it cannot be undone, or is not finished yet.',
  )
  @OneOf(UNDO_STATES)
  undo!: (typeof UNDO_STATES)[number];

  @Description('The end of the time in which the operation can be undone. null means never, or not yet.')
  @OrNull()
  @InstantField()
  undoUntil!: InstantText | null;

  @Description('The operation that undid this one. null means that it was not undone.')
  @OrNull()
  @Id()
  undoneBy!: string | null;

  @Description('The operation that this one undid. null if it is no undo.')
  @OrNull()
  @Id()
  undoes!: string | null;

  @Description(
    'The progress of an operation that changes so much that it continues after the ' +
      'answer. null means that everything that the caller can see is changed. Members other ' +
      'than the actor always see 0 of 1, so that the numbers do not reveal hidden tasks. ' +
      'The actor sees 0 of 1 too if the operation also changes tasks that the actor cannot ' +
      'see.',
  )
  @OrNull()
  @Inline(OperationProgress)
  progress!: OperationProgress | null;
}

export function presentOperation(operation: ListedOperation, viewer: MemberId, now: Instant): OperationDto {
  return presentFields(OperationDto, {
    ...operation,
    counts: countsFor(operation, viewer),
    progress: progressFor(operation, viewer),
    undo: undoState(operation, now),
  });
}
