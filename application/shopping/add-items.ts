import type { Household } from '../../domain/households/household.js';
import type { Locale } from '../../domain/shared/locale.js';
import { addLines } from '../../domain/shopping/add.js';
import {
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
import { idTaken, invalidField } from '../shared/errors.js';
import type { RememberedLine, ShoppingRepository } from './ports.js';
import { lockItems, requireRoom } from './edit-list.js';
import { findListKey } from './manage-lists.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

/**
 * Adds lines to a list and returns their items, each once. If one line cannot be added, none is. A line without a
 * section gets the section that a member chose for its name before (which may be none), otherwise a guessed one.
 *
 * @param listId null means the first list
 * @param given the id that the client chose for a new item, or null
 * @throws NOT_FOUND if there is no such list.
 * @throws ID_TAKEN if another item has the id.
 * @throws LIMIT_REACHED if the household's lists would have more than `LIST_LIMIT` items together, or the caller's
 *   account would have created too many.
 */
export function addItems({ unitOfWork, clock, ids }: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return (
    caller: MemberCaller,
    lines: readonly ShoppingLine[],
    listId: ShoppingListId | null = null,
    given: ShoppingItemId | null = null,
  ): Promise<readonly ShoppingItem[]> =>
    unitOfWork.run(async (scope) => {
      const { household, memberId } = caller;
      const now = clock.now();
      const all = await lockItems(scope, household.id);
      const key = await findListKey(scope.shopping, household.id, listId);
      const list = all.filter((item) => item.listId === key);
      const placed = await withSections(scope.shopping, household, lines);
      const touched = addLines(list, placed, {
        ...{ householdId: household.id, listId: key, by: memberId, now },
        newId: () => {
          if (all.some((item) => item.id === given)) throw idTaken();
          return given ?? ids.next<ShoppingItemId>();
        },
      });
      requireRoom(all, touched);
      await scope.shopping.saveAll(touched);
      await scope.shopping.remember(household.id, placed, now);
      raiseEvent(scope.events, caller, now, { kind: 'shopping' });
      scope.operation.shows(touched.map(({ id }) => id));
      return touched;
    });
}

/**
 * Parses a text into lines, in the language of `locale`. Throws VALIDATION_FAILED if it names nothing, or too many or
 * too long things.
 */
export function linesOfText(text: string, locale: Locale): readonly ShoppingLine[] {
  const lines = readList(text, locale).map((line) => ({ ...line, section: null }));
  const refused = (rule: string, message: string) => invalidField('text', rule, message);
  if (lines.length === 0) throw refused('notBlank', 'must name something to buy');
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
