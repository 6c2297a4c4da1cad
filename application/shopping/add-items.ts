import type { Household } from '../../domain/households/household.js';
import type { Locale } from '../../domain/shared/locale.js';
import { addLines, type Adding } from '../../domain/shopping/add.js';
import {
  LIST_LIMIT,
  REQUEST_LIMIT,
  TEXT_LENGTHS,
  type ShoppingItem,
  type ShoppingItemId,
  type ShoppingLine,
} from '../../domain/shopping/item.js';
import type { ShoppingListId } from '../../domain/shopping/list.js';
import { nameKey } from '../../domain/shopping/name-key.js';
import { readList } from '../../domain/shopping/read-list.js';
import { findSection } from '../../domain/shopping/sections.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, idTaken, validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { RememberedLine, ShoppingRepository } from './ports.js';
import { lockItems } from './edit-list.js';
import { findListKey } from './manage-lists.js';
import { recordShopping } from './record.js';
import type { Needs } from '../shared/needs.js';

/**
 * Adds lines, all or none; gives their items. A line without section gets the one that somebody said of its name,
 * else the likely one. LIMIT_REACHED if the household's lists would hold more than `LIST_LIMIT` items together.
 * NOT_FOUND without the list; null is the first.
 */
export function addItems({ unitOfWork, clock, ids }: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return (
    caller: MemberCaller,
    lines: readonly ShoppingLine[],
    listId: ShoppingListId | null = null,
  ): Promise<readonly ShoppingItem[]> =>
    unitOfWork.run((scope) =>
      addWithin(scope, caller, lines, {
        ...{ listId, now: clock.now() },
        newId: () => ids.next<ShoppingItemId>(),
      }),
    );
}

/** {@link addItems} in the transaction of `scope`. */
export async function addWithin(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  lines: readonly ShoppingLine[],
  { listId, now, newId }: Pick<Adding, 'listId' | 'now' | 'newId'>,
): Promise<readonly ShoppingItem[]> {
  const { household, memberId } = caller;
  const all = await lockItems(scope, household.id);
  const key = await findListKey(scope.shopping, household.id, listId);
  const list = all.filter((item) => item.listId === key);
  const placed = await withSections(scope.shopping, household, lines);
  const touched = addLines(list, placed, {
    householdId: household.id,
    listId: key,
    by: memberId,
    now,
    newId: () => {
      const id = newId();
      if (all.some((item) => item.id === id)) throw idTaken();
      return id;
    },
  });
  await scope.room.takeOwn({ shoppingItems: requireRoom(all, touched) });
  await scope.shopping.saveAll(touched);
  await scope.shopping.remember(household.id, placed, now);
  recordShopping(scope, caller, now);
  scope.operation.shows(touched.map(({ id }) => id));
  return touched;
}

/**
 * Returns how many of the touched items are new. Throws LIMIT_REACHED if the household's lists would hold more than
 * `LIST_LIMIT` items with them.
 */
export function requireRoom(all: readonly ShoppingItem[], touched: readonly ShoppingItem[]): number {
  const known = new Set(all.map(({ id }) => id));
  const added = touched.filter(({ id }) => !known.has(id)).length;
  if (added > 0 && all.length + added > LIST_LIMIT)
    throw new ApplicationError('LIMIT_REACHED', `Shopping lists hold at most ${LIST_LIMIT} items together`, {
      limit: 'shoppingItems',
    });
  return added;
}

/** Reads the lines of a text in the household's language. Throws VALIDATION_FAILED if it names nothing, or too many or too long things. */
export function linesOfText(text: string, locale: Locale): readonly ShoppingLine[] {
  const lines = readList(text, locale).map((line) => ({ ...line, section: null }));
  const refused = (rule: string, message: string) => validationFailed([{ field: 'text', rule, message }]);
  if (lines.length === 0) throw refused('notBlank', 'names nothing to buy');
  if (lines.length > REQUEST_LIMIT) throw refused('arrayMaxSize', `names more than ${REQUEST_LIMIT} things`);
  const tooLong = lines.find(({ name }) => Array.from(name).length > TEXT_LENGTHS.name);
  if (tooLong) throw refused('maxLength', `a name is longer than ${TEXT_LENGTHS.name} characters`);
  return lines;
}

async function withSections(
  shopping: ShoppingRepository,
  household: Household,
  lines: readonly ShoppingLine[],
): Promise<readonly RememberedLine[]> {
  const keys = lines.filter(({ section }) => section === null).map(({ name }) => nameKey(name));
  const known =
    keys.length === 0 ? new Map<string, string | null>() : await shopping.knownSections(household.id, keys);
  return lines.map((line) => {
    if (line.section !== null) return { ...line, sectionByHand: true };
    const section = known.get(nameKey(line.name));
    return {
      ...line,
      section: section === undefined ? findSection(line.name, household.locale) : section,
      sectionByHand: section !== undefined,
    };
  });
}
