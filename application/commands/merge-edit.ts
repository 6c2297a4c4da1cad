import {
  mergeFields,
  unseenFields,
  type GroupConflict,
  type MergeGroup,
} from '../../domain/commands/merge.js';
import type { CommandAct } from '../../domain/commands/command.js';
import { findSeriesPart } from '../../domain/series/edit.js';
import type { TaskEdit } from '../../domain/series/edit-request.js';
import type { OccurrenceEdit } from '../../domain/tasks/edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { resolveSoftDue } from '../../domain/tasks/soft-due.js';
import type { SeriesView } from '../series/queries.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import { requireVersion } from '../series/version-conflict.js';
import type { Clock } from '../shared/ports.js';
import { problem } from '../../domain/shared/problem.js';

export const CONFLICT_REASONS = ['CHANGED', 'DELETED', 'SERIES_CHANGED'] as const;

/** Describes why an edit or a deletion was rejected as a whole. */
export type CommandConflict = {
  readonly reason: (typeof CONFLICT_REASONS)[number];
  /** The current state of the row. null means that the row is in the trash or no longer exists. */
  readonly current: Occurrence | SeriesView | null;
  /** True if the task is in the trash. */
  readonly restorable: boolean;
  readonly groups: readonly GroupConflict[];
  /** The groups of fields that only the caller changed, and that could be applied. */
  readonly wouldApply: readonly MergeGroup[];
};

export const NOT_MERGED = { restorable: false, groups: [], wouldApply: [] } as const;

/**
 * Thrown if an edit cannot be merged with changes that others have made since, for example because the task is in the
 * trash. The transaction writes nothing.
 */
export class EditConflict extends Error {
  override readonly name = 'EditConflict';
  readonly conflict: CommandConflict;

  constructor(conflict: Pick<CommandConflict, 'reason' | 'current'> & Partial<CommandConflict>) {
    super(conflict.reason);
    this.conflict = { ...NOT_MERGED, ...conflict };
  }
}

type SetCommand = Extract<CommandAct, { readonly type: 'occurrence.set' }>;

/**
 * Returns a function that turns an edit into the changes that are still needed.
 *
 * An edit of one occurrence is merged into its current state by groups of fields. An edit with another scope needs the
 * current version. An edit that was rejected before (`isTried`) stays a conflict.
 *
 * @throws EditConflict or VersionConflict if the edit cannot be merged.
 * @throws VALIDATION_FAILED if `base` lacks a field that `set` changes, or if an edit of one occurrence changes a
 *   field of the series.
 */
export function mergeEdit(
  caller: MemberCaller,
  clock: Clock,
  { scope, version, set, base }: SetCommand,
  isTried: boolean,
) {
  return (target: Occurrence): TaskEdit => {
    const conflict = (details: Partial<CommandConflict> = {}) =>
      new EditConflict({ reason: 'CHANGED', current: target, ...details });
    if (target.deletedAt !== null) throw conflict({ reason: 'DELETED', current: null, restorable: true });
    if (scope !== 'this') {
      requireVersion(target, { version: version ?? 0 });
      if (isTried) throw conflict();
      return set;
    }
    const wanted = resolved(caller, clock, set);
    const unseen = unseenFields(base, wanted);
    if (unseen.length > 0)
      throw validationFailed(
        unseen.map((field) => problem(`base.${field}`, 'required', 'base is required for each field in set')),
      );
    const merge = mergeFields(target, base, wanted);
    if (merge.kind === 'conflict') throw conflict({ groups: merge.groups, wouldApply: merge.wouldApply });
    if (isTried) throw conflict();
    return Object.fromEntries(Object.entries(set).filter(([field]) => Object.hasOwn(merge.edit, field)));
  };
}

/** Returns the edit as fields of the occurrence. Throws VALIDATION_FAILED if it contains a field of the series. */
function resolved(caller: MemberCaller, clock: Clock, set: TaskEdit): Partial<Occurrence> {
  const refused = findSeriesPart(set);
  if (refused.length > 0)
    throw validationFailed(
      refused.map((field) =>
        problem(`set.${field}`, 'scope', 'belongs to the series. Use scope following or all'),
      ),
    );
  const { softDue, responsibleMemberIds, ...rest } = set;
  const plain: Omit<OccurrenceEdit, 'softDue' | 'responsibleMemberIds'> = rest;
  const today = householdNow(caller, clock).date;
  return {
    ...plain,
    ...(responsibleMemberIds !== undefined && { responsibleMemberIds: responsibleMemberIds ?? [] }),
    ...(softDue !== undefined && {
      softDue: softDue && resolveSoftDue(softDue, today, caller.household.weekStartsOn),
    }),
  };
}
