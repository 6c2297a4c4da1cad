import { countsFor } from '../../../domain/operations/operation.js';
import { linesOfText } from '../../../application/shopping/add-items.js';
import {
  AddShoppingItemsInput,
  CreateShoppingListInput,
  DeclineStapleInput,
  OnListInput,
  toLines,
  toSectionNames,
  ShoppingItemsQuery,
  ShoppingSectionsInput,
  SuggestionsQuery,
  UpdateShoppingItemInput,
  UpdateShoppingListInput,
} from './schema.js';
import { answerPage, readPage, type CursorShape } from '../page.js';
import {
  ClearedItems,
  presentItem,
  presentList,
  presentStaple,
  presentSuggestion,
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
      summary: 'A shopping list of the household, without `listId` the first',
      access: 'member',
      query: ShoppingItemsQuery,
      errors: ['NOT_FOUND'],
      responses: [{ status: 200, description: 'By position', body: [ShoppingItemDto], headers: ['Link'] }],
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
      summary: 'Add things to buy, all or none; what is on the list already is counted up',
      access: 'member',
      body: AddShoppingItemsInput,
      responses: [{ status: 201, description: 'The items of these lines', body: [ShoppingItemDto] }],
      errors: ['LIMIT_REACHED', 'NOT_FOUND'],
      handle: async ({ caller, body: { items, text = '', listId } }) => {
        const lines = items === undefined ? linesOfText(text, caller.household.locale) : toLines(items);
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
      summary: 'Change, tick or move one; `position` is its place in its list, `listId` puts it on another',
      access: 'member',
      body: UpdateShoppingItemInput,
      responses: [{ status: 200, description: 'The item', body: ShoppingItemDto }],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: async ({ caller, params, body }) => ({
        body: presentItem(await useCases.editShoppingItem(caller, params.shoppingItemId, body)),
      }),
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'removeShoppingItem',
      summary: 'Take one off the list',
      access: 'member',
      responses: [{ status: 204, description: 'Gone' }],
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
      summary: 'Take everything that is ticked off a list, without `listId` the first',
      access: 'member',
      query: OnListInput,
      errors: ['NOT_FOUND'],
      responses: [{ status: 200, description: 'How many that were', body: ClearedItems }],
      handle: async ({ caller, query }) => ({
        body: { removed: await useCases.clearCheckedItems(caller, query.listId) },
      }),
    }),
    route({
      method: 'get',
      path: LISTS,
      operationId: 'listShoppingLists',
      summary:
        'The shopping lists, each with the sections of its shop in order; the first, whose id is that of the household, is always there',
      access: 'member',
      responses: [{ status: 200, description: 'All of them, in their order', body: [ShoppingListDto] }],
      handle: async ({ caller }) => ({ body: (await useCases.listShoppingLists(caller)).map(presentList) }),
    }),
    route({
      method: 'post',
      path: LISTS,
      operationId: 'createShoppingList',
      onReplay: async ({ caller, operation }) => ({
        body: presentList(await useCases.showRow(caller, 'shoppingList', operation)),
      }),
      summary: 'Another shopping list, up to ten',
      access: 'member',
      body: CreateShoppingListInput,
      responses: [{ status: 201, description: 'The list', body: ShoppingListDto }],
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
      summary: 'Rename a shopping list, or replace the way through its shop',
      access: 'member',
      body: UpdateShoppingListInput,
      responses: [{ status: 200, description: 'The list', body: ShoppingListDto }],
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
      summary: 'Delete a shopping list with what is on it; never the first',
      access: 'member',
      responses: [{ status: 204, description: 'Gone' }],
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handle: ({ caller, params }) => useCases.deleteShoppingList(caller, params.shoppingListId),
    }),
    route({
      method: 'get',
      path: `${SHOPPING}/sections`,
      operationId: 'listShoppingSections',
      summary: 'The way through the shop of the first list: its sections in order; none until it was said',
      access: 'member',
      responses: [{ status: 200, description: 'All of them', body: [ShoppingSectionDto] }],
      handle: async ({ caller }) => ({
        body: (await useCases.listShoppingSections(caller)).map((name) => ({ name })),
      }),
    }),
    route({
      method: 'put',
      path: `${SHOPPING}/sections`,
      operationId: 'saveShoppingSections',
      summary:
        'Replace the way through the shop of the first list; items keep their sections, also those that are not on it',
      access: 'member',
      body: ShoppingSectionsInput,
      listBody: 'sections',
      responses: [{ status: 200, description: 'All of them', body: [ShoppingSectionDto] }],
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
      summary: 'What the household often adds and does not have on its list',
      access: 'member',
      query: SuggestionsQuery,
      responses: [{ status: 200, description: 'At most ten', body: [ShoppingSuggestion] }],
      handle: async ({ caller, query }) => ({
        body: (await useCases.suggestShoppingItems(caller, query.q ?? '')).map(presentSuggestion),
      }),
    }),
    route({
      method: 'get',
      path: STAPLES,
      operationId: 'listStaples',
      summary: 'What the household buys at a rhythm, is due by today, and is on none of its lists',
      access: 'member',
      responses: [{ status: 200, description: 'At most twenty, the longest due first', body: [StapleDto] }],
      handle: async ({ caller }) => ({ body: (await useCases.listStaples(caller)).map(presentStaple) }),
    }),
    route({
      method: 'post',
      path: `${STAPLES}/decline`,
      operationId: 'declineStaple',
      summary: 'Not now: it is suggested again when it would next be due',
      access: 'member',
      body: DeclineStapleInput,
      responses: [{ status: 204, description: 'Noted' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller, body }) => useCases.declineStaple(caller, body.name),
    }),
  ]);
}
