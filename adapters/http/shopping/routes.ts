import { countsFor } from '../../../domain/operations/operation.js';
import { linesOfText } from '../../../application/shopping/add-items.js';
import {
  AddShoppingItemsInput,
  CreateShoppingListInput,
  DeclineStapleInput,
  OnListInput,
  toLine,
  toSectionNames,
  ShoppingItemsQuery,
  ShoppingSectionsInput,
  SuggestionsQuery,
  UpdateShoppingItemInput,
  UpdateShoppingListInput,
} from './schema.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import {
  ClearedItems,
  presentItem,
  presentList,
  presentStaple,
  presentItemSuggestion,
  ShoppingItemDto,
  ShoppingListDto,
  ShoppingSectionDto,
  ShoppingSuggestion,
  StapleDto,
} from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const SHOPPING = '/v1/households/{householdId}/shopping';
const LIST = `${SHOPPING}/items` as const;
const ONE = `${LIST}/{shoppingItemId}` as const;
const STAPLES = `${SHOPPING}/staples` as const;
const LISTS = `${SHOPPING}/lists` as const;
const ONE_LIST = `${LISTS}/{shoppingListId}` as const;
const CURSOR: CursorShape = ['integer', 'id'];

export function shoppingRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Shopping', [
    route({
      method: 'get',
      path: LIST,
      operationId: 'listShoppingItems',
      summary: 'List shopping items',
      description:
        'Returns the items of a shopping list by position. Without `listId` it is the first ' +
        'list, which always exists and has the id of the household.',
      query: ShoppingItemsQuery,
      errors: ['NOT_FOUND'],
      responses: [pageOf(ShoppingItemDto, 'The items, by position.')],
      handle: async ({ caller, query, http }) =>
        answerPage(
          http,
          await useCases.listShoppingItems(caller, readPage(query, CURSOR), query.listId),
          presentItem,
        ),
    }),
    route({
      method: 'post',
      path: LIST,
      operationId: 'addShoppingItems',
      onReplay: async ({ caller, operation }) => ({
        body: (await useCases.showRows(caller, 'shoppingItem', operation)).map(presentItem),
      }),
      summary: 'Add shopping items',
      description: [
        'Adds items to a list, either all of them or none. Without `listId` they go to the ' +
          'first list. Send either `items` or `text`.',
        '- If an equal item is open on the list already, the amounts are added up, in the unit of ' +
          'that item. If one unit cannot be converted into the other, the new amount becomes a note ' +
          'of that item (`+ 2 pack`). If the note would become too long, the new amount ' +
          'becomes an item of its own.',
        '- Items are equal if their names have the same words. Case, punctuation and plural do ' +
          'not matter; accents do.',
        '- `text` is read in the language of the household: `2 kg de farine`, `milk 1/2 l`, ' +
          '`pasta 2x500g`, `tomatoes (2 tins, 400 g)`. "1,500 g" is 1500 g in an English ' +
          'household and 1.5 g in a French one. Doubtful text stays in the name. "and", "et" ' +
          'and "&" make two items only if each part is a known item.',
        '- The section of an item is the one that a member last chose for its name, otherwise ' + 'a guess.',
      ],
      body: AddShoppingItemsInput,
      responses: [{ status: 201, description: 'The added or increased items.', body: [ShoppingItemDto] }],
      errors: ['LIMIT_REACHED', 'NOT_FOUND'],
      handle: async ({ caller, body: { items, text = '', listId } }) => {
        const lines = items === undefined ? linesOfText(text, caller.household.locale) : items.map(toLine);
        const added = await useCases.addShoppingItems(caller, lines, listId);
        return { body: added.map(presentItem) };
      },
    }),
    route({
      method: 'patch',
      path: ONE,
      operationId: 'updateShoppingItem',
      onReplay: async ({ caller, params }) => ({
        body: presentItem(await useCases.showRow(caller, 'shoppingItem', params.shoppingItemId)),
      }),
      summary: 'Edit a shopping item',
      description:
        'Changes an item, ticks it or moves it. `position` is its place in the list, `listId` ' +
        'moves it to another list. An item that becomes equal to another one by a new name, a ' +
        'move or an unticked box is merged with it.',
      body: UpdateShoppingItemInput,
      responses: [{ status: 200, description: 'The item.', body: ShoppingItemDto }],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: async ({ caller, params, body }) => ({
        body: presentItem(await useCases.editShoppingItem(caller, params.shoppingItemId, body)),
      }),
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'removeShoppingItem',
      summary: 'Remove a shopping item',
      description: 'Removes one item from its list.',
      responses: [{ status: 204, description: 'The item was removed.' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller, params }) => useCases.removeShoppingItem(caller, params.shoppingItemId),
    }),
    route({
      method: 'post',
      path: `${SHOPPING}/clear-checked`,
      operationId: 'clearCheckedShoppingItems',
      onReplay: ({ caller, operation }) => ({
        body: { removed: countsFor(operation, caller.memberId).removed },
      }),
      summary: 'Remove all ticked items',
      description: 'Removes every ticked item from a list. Without `listId` it is the first list.',
      query: OnListInput,
      errors: ['NOT_FOUND'],
      responses: [{ status: 200, description: 'The number of removed items.', body: ClearedItems }],
      handle: async ({ caller, query }) => ({
        body: { removed: await useCases.clearCheckedItems(caller, query.listId) },
      }),
    }),
    route({
      method: 'get',
      path: LISTS,
      operationId: 'listShoppingLists',
      summary: 'List the shopping lists',
      description:
        'Returns the shopping lists, each with the sections of its shop in order. The first ' +
        'list always exists and has the id of the household.',
      responses: [
        { status: 200, description: 'All shopping lists, in their order.', body: [ShoppingListDto] },
      ],
      handle: async ({ caller }) => ({ body: (await useCases.listShoppingLists(caller)).map(presentList) }),
    }),
    route({
      method: 'post',
      path: LISTS,
      operationId: 'createShoppingList',
      onReplay: async ({ caller, operation }) => ({
        body: presentList(await useCases.showRow(caller, 'shoppingList', operation)),
      }),
      summary: 'Create a shopping list',
      description: 'Adds a shopping list. A household may have ten.',
      body: CreateShoppingListInput,
      responses: [{ status: 201, description: 'The shopping list.', body: ShoppingListDto }],
      errors: ['LIMIT_REACHED'],
      handle: async ({ caller, body: { name, sections } }) => ({
        body: presentList(
          await useCases.createShoppingList(caller, { name, sections: toSectionNames(sections) ?? [] }),
        ),
      }),
    }),
    route({
      method: 'patch',
      path: ONE_LIST,
      operationId: 'updateShoppingList',
      summary: 'Edit a shopping list',
      description: 'Changes the name of a list, or replaces its sections and their order.',
      body: UpdateShoppingListInput,
      responses: [{ status: 200, description: 'The shopping list.', body: ShoppingListDto }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params, body: { name, sections } }) => {
        const names = toSectionNames(sections);
        const edit = { ...(name !== undefined && { name }), ...(names !== undefined && { sections: names }) };
        const list = await useCases.updateShoppingList(caller, params.shoppingListId, edit);
        return { body: presentList(list) };
      },
    }),
    route({
      method: 'delete',
      path: ONE_LIST,
      operationId: 'deleteShoppingList',
      summary: 'Delete a shopping list',
      description: 'Deletes a list with its items. The first list cannot be deleted.',
      responses: [{ status: 204, description: 'The list was deleted.' }],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: ({ caller, params }) => useCases.deleteShoppingList(caller, params.shoppingListId),
    }),
    route({
      method: 'get',
      path: `${SHOPPING}/sections`,
      operationId: 'listShoppingSections',
      summary: 'Show the section order of the first list',
      description:
        'Returns the sections of the shop in the order in which the household walks through ' +
        'it. No sections are returned until a member saves their order.',
      responses: [{ status: 200, description: 'All sections, in their order.', body: [ShoppingSectionDto] }],
      handle: async ({ caller }) => ({
        body: (await useCases.listShoppingSections(caller)).map((name) => ({ name })),
      }),
    }),
    route({
      method: 'put',
      path: `${SHOPPING}/sections`,
      operationId: 'saveShoppingSections',
      summary: 'Replace the section order of the first list',
      description:
        'Replaces the sections and their order. Items keep their sections, also those that ' +
        'are no longer in the order.',
      body: ShoppingSectionsInput,
      listBody: 'sections',
      responses: [{ status: 200, description: 'All sections, in their order.', body: [ShoppingSectionDto] }],
      handle: async ({ caller, body: { sections } }) => {
        const names = sections.map(({ name }) => name);
        const saved = await useCases.saveShoppingSections(caller, names);
        return { body: saved.map((name) => ({ name })) };
      },
    }),
    route({
      method: 'get',
      path: `${SHOPPING}/suggestions`,
      operationId: 'suggestShoppingItems',
      summary: 'Suggest shopping items',
      description:
        'Returns at most ten items that the household often adds and that are on none of its ' +
        'lists. Names are also found without accents.',
      query: SuggestionsQuery,
      responses: [{ status: 200, description: 'At most ten suggestions.', body: [ShoppingSuggestion] }],
      handle: async ({ caller, query }) => ({
        body: (await useCases.suggestShoppingItems(caller, query.q ?? '')).map(presentItemSuggestion),
      }),
    }),
    route({
      method: 'get',
      path: STAPLES,
      operationId: 'listStaples',
      summary: 'List regular purchases that are due',
      description: [
        'Returns at most twenty items that the household buys regularly, that are due by ' +
          'today, and that are on none of its lists. The item that has been due for the ' +
          'longest time comes first. They are ' +
          'never added automatically.',
        'A staple is an item that was ticked on at least four days. The usual interval is the ' +
          'median of the last twelve intervals between purchases. The item is due one usual ' +
          'interval after the last purchase. After three usual intervals without a purchase, it ' +
          'is not listed any more.',
      ],
      responses: [
        { status: 200, description: 'At most twenty items, the longest due first.', body: [StapleDto] },
      ],
      handle: async ({ caller }) => ({ body: (await useCases.listStaples(caller)).map(presentStaple) }),
    }),
    route({
      method: 'post',
      path: `${STAPLES}/decline`,
      operationId: 'declineStaple',
      summary: 'Postpone a regular purchase',
      description: 'Hides a staple until it is due the next time, one interval later.',
      body: DeclineStapleInput,
      responses: [{ status: 204, description: 'The item is hidden until it is due the next time.' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller, body }) => useCases.declineStaple(caller, body.name),
    }),
  ]);
}
