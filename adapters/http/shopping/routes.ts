import { countsFor } from '../../../domain/operations/operation.js';
import { linesOfText } from '../../../application/shopping/add-items.js';
import { PageQuery } from '../schema/query.js';
import {
  AddShoppingItemsInput,
  toLines,
  ShoppingSectionsInput,
  SuggestionsQuery,
  UpdateShoppingItemInput,
} from './schema.js';
import { answerPage, readPage, type CursorShape } from '../page.js';
import {
  ClearedItems,
  presentItem,
  presentSuggestion,
  ShoppingItemDto,
  ShoppingSectionDto,
  ShoppingSuggestion,
} from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const SHOPPING = '/v1/households/{householdId}/shopping';
const LIST = `${SHOPPING}/items` as const;
const ONE = `${LIST}/{shoppingItemId}` as const;
const CURSOR: CursorShape = ['integer', 'id'];

export function shoppingRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Shopping', [
    route({
      method: 'get',
      path: LIST,
      operationId: 'listShoppingItems',
      summary: 'The shopping list of the household',
      access: 'member',
      query: PageQuery,
      responses: [{ status: 200, description: 'By position', body: [ShoppingItemDto], headers: ['Link'] }],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listShoppingItems(caller, readPage(query, CURSOR)), presentItem),
    }),
    route({
      method: 'post',
      path: LIST,
      operationId: 'addShoppingItems',
      again: async ({ caller, operation }) => ({
        body: (await useCases.showRows(caller, 'shoppingItem', operation)).map(presentItem),
      }),
      summary: 'Add things to buy, all or none; what is on the list already is counted up',
      access: 'member',
      body: AddShoppingItemsInput,
      responses: [{ status: 201, description: 'The items of these lines', body: [ShoppingItemDto] }],
      errors: ['INVALID_STATE'],
      handle: async ({ caller, body: { items, text = '' } }) => {
        const lines = items === undefined ? linesOfText(text) : toLines(items);
        const added = await useCases.addShoppingItems(caller, lines);
        return { body: added.map(presentItem) };
      },
    }),
    route({
      method: 'patch',
      path: ONE,
      operationId: 'updateShoppingItem',
      again: async ({ caller, params }) => ({
        body: presentItem(await useCases.showRow(caller, 'shoppingItem', params.shoppingItemId)),
      }),
      summary: 'Change, tick or move one; `position` is its place in the list',
      access: 'member',
      body: UpdateShoppingItemInput,
      responses: [{ status: 200, description: 'The item', body: ShoppingItemDto }],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params, body }) => ({
        body: presentItem(await useCases.editShoppingItem(caller, params.shoppingItemId, body)),
      }),
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'removeShoppingItem',
      again: 'nothing',
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
      again: ({ caller, operation }) => ({
        body: { removed: countsFor(operation, caller.memberId).removed },
      }),
      summary: 'Take everything that is ticked off the list',
      access: 'member',
      responses: [{ status: 200, description: 'How many that were', body: ClearedItems }],
      handle: async ({ caller }) => ({ body: { removed: await useCases.clearCheckedItems(caller) } }),
    }),
    route({
      method: 'get',
      path: `${SHOPPING}/sections`,
      operationId: 'listShoppingSections',
      summary: 'The way through the shop: its sections in order; none until it was said',
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
      again: 'work',
      summary: 'Replace the way through the shop; items keep their sections, also those that are not on it',
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
  ]);
}
