import type { Command, CommandType } from '../../domain/commands/command.js';
import type { ShoppingItemId } from '../../domain/shopping/item.js';
import type { Instant } from '../../domain/shared/zone.js';
import { readNotification } from '../notifications/read-notifications.js';
import { withDiskCheck } from '../operations/with-operation.js';
import { type OperationName, permitted } from '../policy/operations.js';
import { quickAdd } from '../quick-add/quick-add.js';
import type { MemberCaller } from '../shared/caller.js';
import { TargetNotFound } from '../shared/errors.js';
import { VersionConflict } from '../series/version-conflict.js';
import { Outdated } from '../shared/outdated.js';
import type { Needs } from '../composition/needs.js';
import { addItems } from '../shopping/add-items.js';
import { editItem, removeItem } from '../shopping/edit-list.js';
import { addChecklistItem, editChecklistItem, removeChecklistItem } from '../tasks/checklist.js';
import { claimOccurrence } from '../tasks/claim-occurrence.js';
import { completeOccurrence, reopenOccurrence, skipOccurrence } from '../tasks/complete-occurrence.js';
import { createTask } from '../tasks/create-task.js';
import { deleteOccurrence } from '../tasks/delete-occurrence.js';
import { editOccurrence } from '../tasks/edit-occurrence.js';
import { restoreOccurrence } from '../tasks/restore-occurrence.js';
import { EditConflict, mergeEdit, NOT_MERGED, type CommandConflict } from './merge-edit.js';

export const UNCHANGED_REASONS = ['OUTDATED', 'GONE', 'SAME'] as const;

/** The result of a command that was not refused. DONE may have changed nothing. */
export type Outcome =
  | { readonly status: 'DONE' }
  | { readonly status: 'UNCHANGED'; readonly reason: (typeof UNCHANGED_REASONS)[number] }
  /** The new shopping item was merged into an existing item with the same name, `into`. */
  | { readonly status: 'MERGED'; readonly into: string }
  | { readonly status: 'CONFLICT'; readonly conflict: CommandConflict };

/** The operation of each command. Its policy applies to the command. */
const OPERATIONS = {
  'task.create': 'createTask',
  'task.quick': 'quickAdd',
  'occurrence.complete': 'completeOccurrence',
  'occurrence.reopen': 'reopenOccurrence',
  'occurrence.skip': 'skipOccurrence',
  'occurrence.set': 'updateOccurrence',
  'occurrence.delete': 'deleteOccurrence',
  'occurrence.restore': 'restoreOccurrence',
  'occurrence.claim': 'claimOccurrence',
  'checklist.add': 'addChecklistItem',
  'checklist.set': 'updateChecklistItem',
  'checklist.remove': 'removeChecklistItem',
  'shopping.add': 'addShoppingItems',
  'shopping.set': 'updateShoppingItem',
  'shopping.remove': 'removeShoppingItem',
  'notification.read': 'readNotification',
} as const satisfies Readonly<Record<Command['type'], OperationName>>;

const DONE: Outcome = { status: 'DONE' };

/**
 * `at` is the time when the caller acted, by the server's clock. `isTried` is true if an earlier batch has already
 * reported a conflict for the edit.
 */
type When = { readonly at: Instant; readonly isTried: boolean };
type Performers = {
  readonly [Type in CommandType]: (
    caller: MemberCaller,
    command: Extract<Command, { readonly type: Type }>,
    when: When,
  ) => Promise<unknown>;
};

/**
 * Runs the use case of a command in a transaction of its own, on behalf of the caller. If somebody has changed the
 * same thing after the caller acted, nothing is written and the outcome is UNCHANGED or CONFLICT. The outcome is
 * UNCHANGED or CONFLICT also if the row no longer exists. Other errors of the use case are thrown.
 */
export function applyCommand(ports: Needs<'operationContexts' | 'disk' | 'unitOfWork' | 'clock' | 'ids'>) {
  const carryOut = withDiskCheck(ports);
  const performers = listPerformers(ports);
  return async (caller: MemberCaller, command: Command, when: When): Promise<Outcome> => {
    const operation = OPERATIONS[command.type];
    const perform = performers[command.type];
    const run = permitted(operation, (by: MemberCaller) => perform(by, command as never, when));
    try {
      const result = await carryOut(operation, () => run(caller));
      return command.type === 'shopping.add' ? toAdded(command.itemId, result) : DONE;
    } catch (error) {
      return toOutcome(command, error);
    }
  };
}

/** Returns the use case of each command. The HTTP route for the same action calls the same use case. */
function listPerformers(ports: Needs<'unitOfWork' | 'clock' | 'ids'>): Performers {
  return {
    'task.create': (caller, { draft, given }) => createTask(ports)(caller, draft, given),
    'task.quick': (caller, { sentence, given }, { at }) =>
      quickAdd(ports)(caller, sentence, { saidAt: at, given }),
    'occurrence.complete': (caller, { occurrenceId, completedFor }, { at }) =>
      completeOccurrence(ports)(caller, occurrenceId, { for: completedFor, at: null, actedAt: at }),
    'occurrence.reopen': (caller, { occurrenceId, completedFor }, { at }) =>
      reopenOccurrence(ports)(caller, occurrenceId, completedFor, at),
    'occurrence.skip': (caller, { occurrenceId }, { at }) => skipOccurrence(ports)(caller, occurrenceId, at),
    'occurrence.set': (caller, command, { isTried }) => {
      const merge = mergeEdit(caller, ports.clock, command, isTried);
      return editOccurrence(ports)(caller, command.occurrenceId, command.scope, command.set, merge);
    },
    'occurrence.delete': (caller, { occurrenceId, scope, version }, { at }) => {
      const precondition = scope === 'this' ? {} : { version: version ?? 0 };
      return deleteOccurrence(ports)(caller, occurrenceId, scope, precondition, at);
    },
    'occurrence.restore': (caller, { occurrenceId }, { at }) =>
      restoreOccurrence(ports)(caller, occurrenceId, at),
    'occurrence.claim': (caller, { occurrenceId }) => claimOccurrence(ports)(caller, occurrenceId),
    'checklist.add': (caller, { occurrenceId, title, itemId }) =>
      addChecklistItem(ports)(caller, occurrenceId, title, itemId),
    'checklist.set': (caller, { occurrenceId, itemId, edit }, { at }) =>
      editChecklistItem(ports)(caller, occurrenceId, itemId, edit, at),
    'checklist.remove': (caller, { occurrenceId, itemId }) =>
      removeChecklistItem(ports)(caller, occurrenceId, itemId, true),
    'shopping.add': (caller, { line, listId, itemId }) => addItems(ports)(caller, [line], listId, itemId),
    'shopping.set': (caller, { itemId, edit, seen }, { at }) =>
      editItem(ports)(caller, itemId, edit, { actedAt: at, seen }),
    'shopping.remove': (caller, { itemId, seenAt }) => removeItem(ports)(caller, itemId, seenAt),
    'notification.read': (caller, { notificationId }) => readNotification(ports)(caller, notificationId),
  };
}

/** Returns MERGED if the list already had an item with this name, to which the amount was added. */
function toAdded(itemId: ShoppingItemId, items: unknown): Outcome {
  const [item] = items as Awaited<ReturnType<ReturnType<typeof addItems>>>;
  return item === undefined || item.id === itemId ? DONE : { status: 'MERGED', into: item.id };
}

function toOutcome(command: Command, error: unknown): Outcome {
  if (error instanceof Outdated) return { status: 'UNCHANGED', reason: 'OUTDATED' };
  if (error instanceof EditConflict) return { status: 'CONFLICT', conflict: error.conflict };
  if (error instanceof VersionConflict) return toConflict('SERIES_CHANGED', error.current);
  if (!(error instanceof TargetNotFound)) throw error;
  if (command.type === 'occurrence.set') return toConflict('DELETED', null);
  return { status: 'UNCHANGED', reason: 'GONE' };
}

function toConflict(reason: CommandConflict['reason'], current: CommandConflict['current']): Outcome {
  return { status: 'CONFLICT', conflict: { ...NOT_MERGED, reason, current } };
}
