import { laterInstant, standsAgainst } from '../../domain/commands/command.js';
import { mergeFields, unseenFields, type Merge } from '../../domain/commands/merge.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { findSeriesPart } from '../../domain/series/edit.js';
import type { StatusChange } from '../../domain/tasks/change-status.js';
import { draftProblems, type GivenIds } from '../../domain/tasks/draft.js';
import type { OccurrenceEdit } from '../../domain/tasks/edit.js';
import type { Occurrence, Status } from '../../domain/tasks/occurrence.js';
import { isTooOldToGive } from '../../domain/sync/retired-id.js';
import { doneTogether, isForEach, listTicks } from '../../domain/tasks/ticks.js';
import { resolveSoftDue } from '../../domain/tasks/soft-due.js';
import { writeSentence } from '../quick-add/quick-add.js';
import { requireOwn } from '../series/apply-plan.js';
import { householdNow } from '../shared/caller.js';
import { requireTick } from '../shared/require-right.js';
import { idTaken, validationFailed } from '../shared/errors.js';
import { requireVersion } from '../shared/version-conflict.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';
import { claimIn } from '../tasks/claim-occurrence.js';
import {
  applyStatusChange,
  doerField,
  followUp,
  requireDoers,
  toReopening,
} from '../tasks/complete-occurrence.js';
import { writeTask } from '../tasks/create-task.js';
import { deleteLocked } from '../tasks/delete-occurrence.js';
import { editLocked } from '../tasks/edit-occurrence.js';
import { requireMembers, requireReferences } from '../tasks/require-references.js';
import { restoreWithin } from '../tasks/restore-occurrence.js';
import {
  DONE,
  GONE,
  lockOccurrence,
  OUTDATED,
  SAME,
  type ActOf,
  type CommandConflict,
  type Outcome,
  type Work,
} from './work.js';

export async function createGiven(work: Work, act: ActOf<'task.create' | 'task.quick'>): Promise<Outcome> {
  const { dependencies, scope, caller, at } = work;
  const named = act.given.itemIds.filter((id) => id !== null);
  if (new Set(named).size < named.length) throw idTaken();
  await requireFree(work, act.given);
  if (act.type === 'task.quick')
    await writeSentence(dependencies, scope, caller, act.sentence, at, act.given);
  else {
    const problems = draftProblems(act.draft, caller.memberId);
    if (problems.length > 0) throw validationFailed(problems);
    await writeTask(dependencies, scope, caller, act.draft, act.given);
  }
  return DONE;
}

/**
 * Throws ID_TAKEN if one of the ids is or ever was in use. A row that is hidden from the caller answers as one that was
 * deleted, so that the answer does not tell whether a row was hidden or deleted.
 */
async function requireFree(
  { dependencies: { clock }, scope, caller }: Work,
  { occurrenceId, taskId }: GivenIds,
): Promise<void> {
  const now = clock.now();
  const isTooOld = [occurrenceId, taskId].some((id) => isTooOldToGive(id, now));
  if (isTooOld || (await scope.tasks.isTaken(caller.household.id, { occurrenceId, taskId }))) throw idTaken();
}

const STATUS_AFTER = { complete: 'DONE', reopen: 'TODO', skip: 'SKIPPED' } as const satisfies Record<
  string,
  Status
>;
const SAID = { complete: 'completed', reopen: 'reopened', skip: 'skipped' } as const;

/**
 * Completes, reopens or skips: against another act on the status the later stays, and a skip that the service made is
 * nobody's act. What is so already stays as it was done first.
 */
export async function changeStatusAt(
  work: Work,
  act: ActOf<'occurrence.complete' | 'occurrence.reopen' | 'occurrence.skip'>,
): Promise<Outcome> {
  const { dependencies, scope, caller, at } = work;
  const named = act.type === 'occurrence.skip' ? null : act.completedFor;
  const doers = named ?? [caller.memberId];
  const others = await requireMembers(scope.households, caller, named ?? [], doerField(doers));
  const before = await lockOccurrence(work, act);
  // From the trash no act but a restore brings it back.
  if (before?.deletedAt !== null) return GONE;
  requireTick(caller, before, doers);
  const action = act.type.slice('occurrence.'.length) as keyof typeof STATUS_AFTER;
  if (action === 'complete') requireDoers(before, doers, others);
  if (isForEach(before) && action !== 'skip') return changeTicks(work, before, action, named);
  if (before.status === STATUS_AFTER[action]) {
    if (standsAgainst(before.statusAt, at) && before.statusAt !== at)
      await scope.occurrences.save({ ...before, statusAt: at });
    return SAME;
  }
  if (!standsAgainst(before.statusAt, at)) return OUTDATED;
  if (action === 'complete') requireOwn([], [{ ...before, ...doneTogether(doers, at) }]);
  let now = before;
  for (const change of changesTo(before, action, { by: caller.memberId, for: doers, at })) {
    const changed = {
      ...applyStatusChange(now, change, { now: dependencies.clock.now(), by: caller.memberId }),
      statusAt: at,
    };
    now = await followUp(dependencies, scope, caller, now, changed);
    await scope.occurrences.save(now);
  }
  recordOccurrence(scope, caller, SAID[action], before, now);
  return DONE;
}

/**
 * The ticks of some, where each has one of their own: those of others stand neither for nor against them. Of what is open
 * they always count, and what was ticked later than it is taken back stays.
 */
async function changeTicks(
  { dependencies, scope, caller, at }: Work,
  before: Occurrence,
  action: 'complete' | 'reopen',
  named: readonly MemberId[] | null,
): Promise<Outcome> {
  const doers = named ?? [caller.memberId];
  const complete = { action: 'complete', by: caller.memberId, for: doers, at } as const;
  const change = action === 'complete' ? complete : toReopening(caller, before, named);
  const isOfSome = change.action === 'reopen' && change.of !== undefined;
  const taken = listTicks(before).filter(({ memberId }) => isOfSome && change.of.includes(memberId));
  const isLate = isOfSome
    ? taken.some((tick) => tick.at > at)
    : before.status !== 'TODO' && !standsAgainst(before.statusAt, at);
  const stamp = { now: dependencies.clock.now(), by: caller.memberId };
  const changed = applyStatusChange(before, change, stamp);
  if (changed === before) return SAME;
  if (isLate) return OUTDATED;
  const statusAt = laterInstant(before.statusAt, at);
  const now = await followUp(dependencies, scope, caller, before, { ...changed, statusAt });
  await scope.occurrences.save(now);
  recordOccurrence(scope, caller, SAID[action], before, now);
  return DONE;
}

/** Takes what is nobody's by now: what others took since is refused. */
export async function claimAt(work: Work, act: ActOf<'occurrence.claim'>): Promise<Outcome> {
  const { dependencies, scope, caller } = work;
  const before = await lockOccurrence(work, act);
  if (before?.deletedAt !== null) return GONE;
  const claimed = await claimIn(dependencies, scope, caller, act.occurrenceId);
  return claimed.version === before.version ? SAME : DONE;
}

/** What was done is opened before it is skipped: the table of states knows no way between. */
function changesTo(
  { status }: Occurrence,
  action: keyof typeof STATUS_AFTER,
  completion: Omit<Extract<StatusChange, { action: 'complete' }>, 'action'>,
): readonly StatusChange[] {
  if (action === 'complete') return [{ action, ...completion }];
  return action === 'skip' && status === 'DONE' ? [{ action: 'reopen' }, { action }] : [{ action }];
}

/** To the trash, unless somebody has acted on its status later. Of a series, as its DELETE. */
export async function deleteAt(work: Work, act: ActOf<'occurrence.delete'>): Promise<Outcome> {
  const { dependencies, scope, caller, at } = work;
  const found = await lockOccurrence(work, act);
  if (found === null) return GONE;
  if (found.deletedAt !== null) {
    if (standsAgainst(found.statusAt, at) && found.statusAt !== at)
      await scope.occurrences.save({ ...found, statusAt: at });
    return SAME;
  }
  if (!standsAgainst(found.statusAt, at)) return OUTDATED;
  if (act.scope !== 'this') requireVersion(found, { version: act.version ?? 0 });
  const deleted = await deleteLocked(dependencies, scope, caller, found, act.scope);
  await scope.occurrences.save({ ...deleted, statusAt: at });
  return DONE;
}

/** Out of the trash, unless it was put there later. */
export async function restoreAt(work: Work, act: ActOf<'occurrence.restore'>): Promise<Outcome> {
  const { dependencies, scope, caller, at } = work;
  const found = await lockOccurrence(work, act);
  if (found === null) return GONE;
  if (found.deletedAt === null) return SAME;
  if (!standsAgainst(found.statusAt, at)) return OUTDATED;
  await restoreWithin(dependencies, scope, caller, found.id, at);
  return DONE;
}

/**
 * Merges an edit of one occurrence by groups of fields, as it is now; with another scope it is the PATCH, which needs the
 * version. VersionConflict where that is stale. What was tried before in vain stays a conflict, whatever is in its way now.
 */
export async function setFields(
  work: Work,
  act: ActOf<'occurrence.set'>,
  isTried: boolean,
): Promise<Outcome> {
  const { dependencies, scope, caller } = work;
  await requireReferences(scope.households, caller, act.set);
  const found = await lockOccurrence(work, act);
  if (found?.deletedAt !== null)
    return {
      status: 'CONFLICT',
      conflict: {
        reason: 'DELETED',
        current: null,
        restorable: found !== null,
        groups: [],
        wouldApply: [],
      },
    };
  const conflict = ({ groups, wouldApply }: Pick<CommandConflict, 'groups' | 'wouldApply'>): Outcome => ({
    status: 'CONFLICT',
    conflict: { reason: 'CHANGED', current: found, restorable: false, groups, wouldApply },
  });
  if (act.scope !== 'this') {
    requireVersion(found, { version: act.version ?? 0 });
    if (isTried) return conflict({ groups: [], wouldApply: [] });
    await editLocked(dependencies, scope, caller, found, act.scope, act.set);
    return DONE;
  }
  const wanted = resolved(work, act.set);
  const unseen = unseenFields(act.base, wanted);
  if (unseen.length > 0)
    throw validationFailed(
      unseen.map((field) => ({
        field: `base.${field}`,
        rule: 'required',
        message: 'say what was seen of what is set',
      })),
    );
  const merge: Merge = mergeFields(found, act.base, wanted);
  if (merge.kind === 'conflict') return conflict(merge);
  if (isTried) return conflict({ groups: [], wouldApply: [] });
  const fields = Object.keys(merge.edit);
  if (fields.length === 0) return SAME;
  const edit = Object.fromEntries(Object.entries(act.set).filter(([field]) => fields.includes(field)));
  await editLocked(dependencies, scope, caller, found, 'this', edit);
  return DONE;
}

/** What is set, as the occurrence would hold it. */
function resolved({ dependencies, caller }: Work, set: ActOf<'occurrence.set'>['set']): Partial<Occurrence> {
  const refused = findSeriesPart(set);
  if (refused.length > 0)
    throw validationFailed(
      refused.map((field) => ({ field: `set.${field}`, rule: 'scope', message: 'is of the series alone' })),
    );
  const { softDue, responsibleMemberIds, ...rest } = set;
  const plain: Omit<OccurrenceEdit, 'softDue' | 'responsibleMemberIds'> = rest;
  const today = householdNow(caller, dependencies.clock).date;
  return {
    ...plain,
    ...(responsibleMemberIds !== undefined && { responsibleMemberIds: responsibleMemberIds ?? [] }),
    ...(softDue !== undefined && {
      softDue: softDue && resolveSoftDue(softDue, today, caller.household.weekStartsOn),
    }),
  };
}
