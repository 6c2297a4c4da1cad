import { laterInstant, standsAgainst } from '../../domain/commands/command.js';
import type { Instant } from '../../domain/shared/zone.js';
import { sameJson } from '../../domain/shared/same-json.js';
import { withCheck, type ShoppingItem } from '../../domain/shopping/item.js';
import { addWithin } from '../shopping/add-items.js';
import { moveWithin } from '../shopping/edit-list.js';
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

/** Changes the fields that are given; of ticks the later stays. */
export async function setLine(
  { scope, caller, dependencies: { clock }, at }: Work,
  { itemId, edit: { checked, listId, position, ...fields } }: ActOf<'shopping.set'>,
): Promise<Outcome> {
  const { household, memberId } = caller;
  const now = clock.now();
  const isMoved = await moveWithin(scope, household.id, itemId, { listId, position });
  const before = await scope.shopping.findForUpdate(household.id, itemId);
  if (before === null) return GONE;
  const last = before.checkedAt === null ? before.tickedAt : laterInstant(before.tickedAt, before.checkedAt);
  const stands = checked !== undefined && standsAgainst(last, at);
  const after: ShoppingItem = {
    ...(stands ? withCheck(before, checked, memberId, now, at) : before),
    ...fields,
  };
  if (!isMoved && sameJson({ ...after, tickedAt: before.tickedAt }, before)) {
    if (checked !== undefined && checked !== before.checked) return OUTDATED;
    if (after.tickedAt !== before.tickedAt) await scope.shopping.saveAll([after]);
    return SAME;
  }
  const standing = isMoved ? await scope.shopping.findForUpdate(household.id, itemId) : before;
  await scope.shopping.saveAll([
    { ...after, ...(standing && { listId: standing.listId, position: standing.position }), updatedAt: now },
  ]);
  if (fields.section !== undefined) await scope.shopping.learnSection(household.id, after, now);
  recordShopping(scope, caller, now);
  scope.operation.shows([itemId], { updatedAt: { from: before.updatedAt, to: now } });
  return DONE;
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
