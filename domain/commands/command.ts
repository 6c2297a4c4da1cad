import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import type { ChecklistItemId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { NotificationId } from '../notifications/notification.js';
import type { Scope, TaskEdit } from '../series/edit.js';
import type { Place, ShoppingItemId, ShoppingLine } from '../shopping/item.js';
import type { ShoppingListId } from '../shopping/list.js';
import type { SeenAmounts } from '../shopping/split-seen.js';
import type { GivenIds, TaskDraft } from '../tasks/draft.js';
import type { Occurrence } from '../tasks/occurrence.js';

/** Commands of one request, and how far back the acts may lie: as long as their marks are kept. */
export const BATCH_LIMIT = 100;
export const OLDEST_ACT_MS = 30 * DAY_MS;

/** A clock that differs from ours by no more is taken at its word. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** What somebody did on a client that was away. */
export type CommandAct =
  | { readonly type: 'task.create'; readonly given: GivenIds; readonly draft: TaskDraft }
  | {
      readonly type: 'task.quick';
      readonly given: GivenIds;
      readonly sentence: {
        readonly text: string;
        readonly locale: string | null;
        readonly ignore: readonly (readonly [number, number])[];
      };
    }
  | {
      readonly type: 'occurrence.complete';
      readonly occurrenceId: OccurrenceId;
      /** Who did it together; null: who says so. */
      readonly completedFor: readonly MemberId[] | null;
    }
  | {
      readonly type: 'occurrence.reopen';
      readonly occurrenceId: OccurrenceId;
      /** Whose ticks are taken back, where each has one of their own; null: that of who says so. */
      readonly completedFor: readonly MemberId[] | null;
    }
  | { readonly type: 'occurrence.skip'; readonly occurrenceId: OccurrenceId }
  | { readonly type: 'occurrence.restore'; readonly occurrenceId: OccurrenceId }
  | { readonly type: 'occurrence.claim'; readonly occurrenceId: OccurrenceId }
  | {
      readonly type: 'occurrence.set';
      readonly occurrenceId: OccurrenceId;
      readonly set: TaskEdit;
      /** The values that the client saw of what it sets, with scope this. */
      readonly base: Partial<Occurrence>;
      readonly scope: Scope;
      /** Of the occurrence, with another scope. */
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
      /** null: the first. */
      readonly listId: ShoppingListId | null;
      readonly line: ShoppingLine;
    }
  | {
      readonly type: 'shopping.set';
      readonly itemId: ShoppingItemId;
      readonly edit: Partial<ShoppingLine> & Place & { readonly checked?: boolean };
      /** What the client saw of its amounts; null: whatever it asks for is ticked. */
      readonly seen: SeenAmounts | null;
    }
  | {
      readonly type: 'shopping.remove';
      readonly itemId: ShoppingItemId;
      /** `updatedAt` of the item as the client saw it; null: whatever was done to it since. */
      readonly seenAt: Instant | null;
    }
  | { readonly type: 'notification.read'; readonly notificationId: NotificationId };

export type CommandType = CommandAct['type'];

/** `id` is the key by which a repetition is known, `at` when it was done by the client's clock. */
export type Command = CommandAct & { readonly id: string; readonly at: Instant };

/** When somebody did it by our clock: bent by what the client's differs from ours, and never ahead. */
export function bentTo(now: Instant, sentAt: Instant, at: Instant): Instant {
  const ahead = sentAt - now;
  return Math.min(now, Math.abs(ahead) > CLOCK_TOLERANCE_MS ? at - ahead : at);
}

/** The command with ids of lines that were merged into others replaced by those. */
export function withAliases<C extends CommandAct>(command: C, aliases: ReadonlyMap<string, string>): C {
  const isOfList = command.type === 'shopping.set' || command.type === 'shopping.remove';
  const twin = isOfList ? aliases.get(command.itemId) : undefined;
  return twin === undefined ? command : { ...command, itemId: twin };
}
