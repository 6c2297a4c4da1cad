import { laterInstant, standsAgainst } from '../../domain/commands/command.js';
import type { Instant } from '../../domain/shared/zone.js';
import { sameJson } from '../../domain/shared/same-json.js';
import { addLines } from '../../domain/shopping/add.js';
import {
  withCheck,
  type ShoppingItem,
  type ShoppingItemId,
  type ShoppingLine,
} from '../../domain/shopping/item.js';
import { splitSeen } from '../../domain/shopping/split-seen.js';
import { addWithin, requireRoom } from '../shopping/add-items.js';
import { joinTwin, lockItems, meetsTwin, moveWithin } from '../shopping/edit-list.js';
import { recordShopping } from '../shopping/record.js';
import { DONE, GONE, OUTDATED, SAME, type ActOf, type Outcome, type Work } from './work.js';

/** What commands of one batch made of an item's `updatedAt`, in their order. */
export type OwnChange = { readonly from: Instant; readonly to: Instant };

/** A line of which the list has a twin adds to that one. */
export async function addLine(
  { scope, caller, dependencies: { clock } }: Work,
  { itemId, listId, line }: ActOf<'shopping.add'>,
): Promise<Outcome> {
  const [item] = await addWithin(scope, caller, [line], {
    ...{ listId, now: clock.now() },
    newId: () => itemId,
  });
  return item === undefined || item.id === itemId ? DONE : { status: 'MERGED', into: item.id };
}

/**
 * Changes the fields that are given; of ticks the later stays. What was added to a line since whoever ticks it saw it
 * stays to be bought, beside it.
 */
export async function setLine(
  work: Work,
  { itemId, edit: { checked, listId, position, ...fields }, seen }: ActOf<'shopping.set'>,
): Promise<Outcome> {
  const { scope, caller, at } = work;
  const { household, memberId } = caller;
  const now = work.dependencies.clock.now();
  // The lists are locked before their lines, and a line may come or go.
  const mayMeetTwin = meetsTwin({ ...fields, checked, listId });
  const items =
    mayMeetTwin || (checked === true && seen !== null) ? await lockItems(scope, household.id) : [];
  const isMoved = await moveWithin(scope, household.id, itemId, { listId, position });
  const before = await scope.shopping.findForUpdate(household.id, itemId);
  if (before === null) return GONE;
  const last = before.checkedAt === null ? before.tickedAt : laterInstant(before.tickedAt, before.checkedAt);
  const stands = checked !== undefined && standsAgainst(last, at);
  const parts =
    seen !== null && stands && checked && !before.checked
      ? splitSeen(before, seen)
      : { seen: before, added: [] };
  const after: ShoppingItem = {
    ...(stands ? withCheck(parts.seen, checked, memberId, now, at) : before),
    ...fields,
  };
  if (!isMoved && sameJson({ ...after, tickedAt: before.tickedAt }, before)) {
    if (checked !== undefined && checked !== before.checked) return OUTDATED;
    if (after.tickedAt !== before.tickedAt) await scope.shopping.saveAll([after]);
    return SAME;
  }
  const standing = isMoved ? await scope.shopping.findForUpdate(household.id, itemId) : before;
  const changed = {
    ...after,
    ...(standing && { listId: standing.listId, position: standing.position }),
    updatedAt: now,
  };
  const saved = mayMeetTwin ? await joinTwin(scope, items, changed) : changed;
  const open = parts.added.length === 0 ? [] : await addBeside(work, saved, parts.added);
  await scope.shopping.saveAll([saved, ...open]);
  if (fields.section !== undefined) await scope.shopping.learnSection(household.id, after, now);
  recordShopping(scope, caller, now);
  scope.operation.shows([itemId, ...open.map(({ id }) => id)], {
    updatedAt: { from: before.updatedAt, to: now },
  });
  return DONE;
}

/** Lines on the list of one that is ticked, as added by whom that was. */
async function addBeside(
  { scope, caller: { household }, dependencies: { clock, ids } }: Work,
  ticked: ShoppingItem,
  lines: readonly ShoppingLine[],
): Promise<readonly ShoppingItem[]> {
  const all = (await scope.shopping.whole(household.id)).map((item) =>
    item.id === ticked.id ? ticked : item,
  );
  const { listId, addedBy } = ticked;
  const open = addLines(
    all.filter((item) => item.listId === listId),
    lines,
    {
      ...{ householdId: household.id, listId, by: addedBy, now: clock.now() },
      newId: () => ids.next<ShoppingItemId>(),
    },
  );
  await scope.room.takeOwn({ shoppingItems: requireRoom(all, open) });
  return open;
}

/** Takes a line off the list, unless somebody has changed it, or added to it, since the client saw it. */
export async function removeLine(
  { scope, caller, dependencies: { clock } }: Work,
  { itemId, seenAt }: ActOf<'shopping.remove'>,
  own: readonly OwnChange[],
): Promise<Outcome> {
  const item = await scope.shopping.findForUpdate(caller.household.id, itemId);
  if (item === null) return GONE;
  const seen = own.reduce((base, { from, to }) => (base === from ? to : base), seenAt);
  if (seen !== null && seen !== item.updatedAt) return OUTDATED;
  await scope.shopping.remove(caller.household.id, itemId);
  recordShopping(scope, caller, clock.now());
  return DONE;
}
