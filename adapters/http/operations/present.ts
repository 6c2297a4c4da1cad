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
import { presentInstant, type InstantText, AnyValue, Inline, Integer, PlainText } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { Id, InstantField, OneOf } from '../../validation/values.js';

const UNDO_STATES = ['POSSIBLE', 'UNDONE', 'EXPIRED', 'NEVER'] as const;

class OperationSubject {
  @OneOf(OPERATION_SUBJECTS) type!: (typeof OPERATION_SUBJECTS)[number];
  @Id() id!: string;
  @OrNull() @PlainText({ description: 'The title at the time of the action.' }) title!: string | null;
}

class OperationVia {
  @OneOf(VIA_KINDS) kind!: (typeof VIA_KINDS)[number];
  @Id() id!: string;
  @PlainText() name!: string;
}

class OperationCounts {
  @Integer({ minimum: 0 }) created!: number;
  @Integer({ minimum: 0 }) changed!: number;
  @Integer({ minimum: 0 }) removed!: number;
}

class OperationProgress {
  @Integer({ minimum: 0, description: 'How many series and tasks are changed already.' }) done!: number;
  @Integer({ minimum: 0, description: 'How many series and tasks the operation changes in all.' })
  total!: number;
}

export class OperationDto {
  @Id() id!: string;
  @InstantField() at!: InstantText;
  @Id() actorId!: string;
  @OrNull() @Inline(OperationVia) via!: OperationVia | null;
  @OneOf(OPERATION_KINDS) kind!: (typeof OPERATION_KINDS)[number];
  @OrNull() @Inline(OperationSubject) subject!: OperationSubject | null;
  @Inline(OperationCounts) counts!: OperationCounts;
  @AnyValue({
    description:
      'The value before and after in `from` and `to`, if there are words for it. For a member: ' +
      'what was changed (`change`), and for links and displays `access`, `change` and `name`.',
  })
  params!: unknown;
  @OneOf(UNDO_STATES) undo!: (typeof UNDO_STATES)[number];
  @OrNull() @InstantField() undoUntil!: InstantText | null;
  @OrNull() @Id() undoneBy!: string | null;
  @OrNull() @Id() undoes!: string | null;
  @OrNull()
  @Inline(OperationProgress, {
    description:
      'How far an operation is that changes so much that it takes a while. null if it is finished. Members other than the actor always see 0 of 1.',
  })
  progress!: OperationProgress | null;
}

export function presentOperation(operation: ListedOperation, viewer: MemberId, now: Instant): OperationDto {
  const { id, at, actorId, via, kind, subject, params, undoUntil, undoneBy, undoes } = operation;
  return {
    ...{ id, actorId, via, kind, subject, params, undoneBy, undoes },
    at: presentInstant(at),
    counts: countsFor(operation, viewer),
    progress: progressFor(operation, viewer),
    undo: undoState(operation, now),
    undoUntil: presentInstant(undoUntil),
  };
}
