import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import type { ChecklistItemId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { NotificationId } from '../notifications/notification.js';
import type { Scope, TaskEdit } from '../series/edit-request.js';
import type { MoveTarget, ShoppingItemId, ShoppingLine } from '../shopping/item.js';
import type { ShoppingListId } from '../shopping/list.js';
import type { SeenAmounts } from '../shopping/split-seen.js';
import type { ClientIds, TaskDraft } from '../tasks/draft.js';
import type { Occurrence } from '../tasks/occurrence.js';

/**
 * The maximum number of commands in one request (BATCH_LIMIT), and the maximum age of their actions (OLDEST_ACT_MS).
 * The idempotency keys of commands are kept for as long as this age (OPERATION_RETENTION_DAYS).
 */
export const BATCH_LIMIT = 100;
export const OLDEST_ACT_MS = 30 * DAY_MS;

/** The clock of a client is trusted if it differs from the server's clock by at most this much. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** An action that a member took on a client, possibly offline. */
export type CommandAct =
  | { readonly type: 'task.create'; readonly given: ClientIds; readonly draft: TaskDraft }
  | {
      readonly type: 'task.quick';
      readonly given: ClientIds;
      readonly sentence: {
        readonly text: string;
        readonly locale: string | null;
        readonly ignore: readonly (readonly [number, number])[];
      };
    }
  | {
      readonly type: 'occurrence.complete';
      readonly occurrenceId: OccurrenceId;
      /** The members who did the task together. null means the caller. */
      readonly completedFor: readonly MemberId[] | null;
    }
  | {
      readonly type: 'occurrence.reopen';
      readonly occurrenceId: OccurrenceId;
      /**
       * The members whose ticks are removed if every assignee ticks separately. null means the caller or, if the
       * caller has not ticked, all members.
       */
      readonly completedFor: readonly MemberId[] | null;
    }
  | { readonly type: 'occurrence.skip'; readonly occurrenceId: OccurrenceId }
  | { readonly type: 'occurrence.restore'; readonly occurrenceId: OccurrenceId }
  | { readonly type: 'occurrence.claim'; readonly occurrenceId: OccurrenceId }
  | {
      readonly type: 'occurrence.set';
      readonly occurrenceId: OccurrenceId;
      readonly set: TaskEdit;
      /**
       * The values that the client saw in the fields that the command sets. They are only used with scope
       * `this`.
       */
      readonly base: Partial<Occurrence>;
      readonly scope: Scope;
      /** The version of the occurrence that the client saw. Only used with other scopes than `this`. */
      readonly version: number | null;
    }
  | {
      readonly type: 'occurrence.delete';
      readonly occurrenceId: OccurrenceId;
      readonly scope: Scope;
      readonly version: number | null;
    }
  | {
      readonly type: 'checklist.add';
      readonly occurrenceId: OccurrenceId;
      readonly itemId: ChecklistItemId;
      readonly title: string;
    }
  | {
      readonly type: 'checklist.set';
      readonly occurrenceId: OccurrenceId;
      readonly itemId: ChecklistItemId;
      readonly edit: { readonly title?: string; readonly done?: boolean; readonly position?: number };
    }
  | {
      readonly type: 'checklist.remove';
      readonly occurrenceId: OccurrenceId;
      readonly itemId: ChecklistItemId;
    }
  | {
      readonly type: 'shopping.add';
      readonly itemId: ShoppingItemId;
      /** The list to which the item is added. null means the first list. */
      readonly listId: ShoppingListId | null;
      readonly line: ShoppingLine;
    }
  | {
      readonly type: 'shopping.set';
      readonly itemId: ShoppingItemId;
      readonly edit: Partial<ShoppingLine> & MoveTarget & { readonly checked?: boolean };
      /** The amounts that the client saw. null means that the item is ticked whatever its amounts are now. */
      readonly seen: SeenAmounts | null;
    }
  | {
      readonly type: 'shopping.remove';
      readonly itemId: ShoppingItemId;
      /**
       * The `updatedAt` of the item that the client saw. null means that the item is removed even if it was
       * changed later.
       */
      readonly seenAt: Instant | null;
    }
  | { readonly type: 'notification.read'; readonly notificationId: NotificationId };

export type CommandType = CommandAct['type'];

/** A command. `id` is its idempotency key, and `at` is the time of the action by the client's clock. */
export type Command = CommandAct & { readonly id: string; readonly at: Instant };

/**
 * Returns the time of an action by the server's clock. It is corrected if the client's clock differs by more than
 * CLOCK_TOLERANCE_MS, and is never in the future.
 */
export function adjustClockSkew(now: Instant, sentAt: Instant, at: Instant): Instant {
  const ahead = sentAt - now;
  return Math.min(now, Math.abs(ahead) > CLOCK_TOLERANCE_MS ? at - ahead : at);
}

/**
 * Returns the command with updated ids. If a shopping item was merged into another one, its id is replaced by
 * the id of the remaining item.
 */
export function withAliases<C extends CommandAct>(command: C, aliases: ReadonlyMap<string, string>): C {
  const isOfList = command.type === 'shopping.set' || command.type === 'shopping.remove';
  const twin = isOfList ? aliases.get(command.itemId) : undefined;
  return twin === undefined ? command : { ...command, itemId: twin };
}
