import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import type { ChecklistItemId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { NotificationId } from '../notifications/notification.js';
import type { Scope, TaskEdit } from '../series/edit.js';
import type { MoveTarget, ShoppingItemId, ShoppingLine } from '../shopping/item.js';
import type { ShoppingListId } from '../shopping/list.js';
import type { SeenAmounts } from '../shopping/split-seen.js';
import type { ClientIds, TaskDraft } from '../tasks/draft.js';
import type { Occurrence } from '../tasks/occurrence.js';

/**
 * The maximum number of commands in one request, and the maximum age of their actions, which equals the time
 * for which idempotency keys are kept.
 */
export const BATCH_LIMIT = 100;
export const OLDEST_ACT_MS = 30 * DAY_MS;

/** A client's clock is trusted if it differs from ours by at most this much. */
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
      /** The members who did it together. null means the caller. */
      readonly completedFor: readonly MemberId[] | null;
    }
  | {
      readonly type: 'occurrence.reopen';
      readonly occurrenceId: OccurrenceId;
      /** The members whose ticks are removed if everybody ticks separately. null means the caller. */
      readonly completedFor: readonly MemberId[] | null;
    }
  | { readonly type: 'occurrence.skip'; readonly occurrenceId: OccurrenceId }
  | { readonly type: 'occurrence.restore'; readonly occurrenceId: OccurrenceId }
  | { readonly type: 'occurrence.claim'; readonly occurrenceId: OccurrenceId }
  | {
      readonly type: 'occurrence.set';
      readonly occurrenceId: OccurrenceId;
      readonly set: TaskEdit;
      /** The values that the client saw in the fields that it sets. Used with scope `this`. */
      readonly base: Partial<Occurrence>;
      readonly scope: Scope;
      /** The version of the occurrence, used with other scopes. */
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
      /** null means the first list. */
      readonly listId: ShoppingListId | null;
      readonly line: ShoppingLine;
    }
  | {
      readonly type: 'shopping.set';
      readonly itemId: ShoppingItemId;
      readonly edit: Partial<ShoppingLine> & MoveTarget & { readonly checked?: boolean };
      /** The amounts that the client saw. null means that the item is ticked whatever its amounts are. */
      readonly seen: SeenAmounts | null;
    }
  | {
      readonly type: 'shopping.remove';
      readonly itemId: ShoppingItemId;
      /** The `updatedAt` of the item that the client saw. null removes it regardless of later changes. */
      readonly seenAt: Instant | null;
    }
  | { readonly type: 'notification.read'; readonly notificationId: NotificationId };

export type CommandType = CommandAct['type'];

/** A command with its idempotency key `id`, and `at`, the time of the action by the client's clock. */
export type Command = CommandAct & { readonly id: string; readonly at: Instant };

/**
 * Returns the time of an action by the server's clock: corrected if the client's clock is wrong, and never in
 * the future.
 */
export function adjustClockSkew(now: Instant, sentAt: Instant, at: Instant): Instant {
  const ahead = sentAt - now;
  return Math.min(now, Math.abs(ahead) > CLOCK_TOLERANCE_MS ? at - ahead : at);
}

/** Returns the command with the id of a merged shopping item replaced by the item that remains. */
export function withAliases<C extends CommandAct>(command: C, aliases: ReadonlyMap<string, string>): C {
  const isOfList = command.type === 'shopping.set' || command.type === 'shopping.remove';
  const twin = isOfList ? aliases.get(command.itemId) : undefined;
  return twin === undefined ? command : { ...command, itemId: twin };
}
