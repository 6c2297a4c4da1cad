import { CategoryInput, UpdateCategoryInput } from './schema.js';
import { PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { CategoryDto, presentCategory } from './present.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const CURSOR: CursorShape = ['text', 'id'];

export function categoryRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Categories', [
    route({
      method: 'get',
      path: '/v1/households/{householdId}/categories',
      operationId: 'listCategories',
      summary: 'List the categories',
      description: 'Returns all categories of the household by name.',
      query: PageQuery,
      responses: [pageOf(CategoryDto, 'The categories, by name.')],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listCategories(caller, readPage(query, CURSOR)), presentCategory),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/categories',
      operationId: 'createCategory',
      onReplay: async ({ caller, operation }) => ({
        body: presentCategory(await useCases.showRow(caller, 'category', operation)),
      }),
      summary: 'Create a category',
      description:
        'Adds a category. If the household has one of this name, the answer is 409 ' +
        '`CATEGORY_NAME_TAKEN`.',
      body: CategoryInput,
      responses: [{ status: 201, description: 'The category.', body: CategoryDto }],
      errors: ['CATEGORY_NAME_TAKEN', 'LIMIT_REACHED'],
      handle: async ({ caller, body: { name, color = null, icon = null } }) => ({
        body: presentCategory(await useCases.createCategory(caller, { name, color, icon })),
      }),
    }),
    route({
      method: 'patch',
      path: '/v1/households/{householdId}/categories/{categoryId}',
      operationId: 'updateCategory',
      onReplay: async ({ caller, params }) => ({
        body: presentCategory(await useCases.showRow(caller, 'category', params.categoryId)),
      }),
      summary: 'Edit a category',
      description:
        'Changes the name, the colour or the icon of a category. Fields that are missing keep ' +
        'their values.',
      body: UpdateCategoryInput,
      responses: [{ status: 200, description: 'The category.', body: CategoryDto }],
      errors: ['NOT_FOUND', 'CATEGORY_NAME_TAKEN'],
      handle: async ({ caller, params, body }) => ({
        body: presentCategory(await useCases.editCategory(caller, params.categoryId, body)),
      }),
    }),
    route({
      method: 'delete',
      path: '/v1/households/{householdId}/categories/{categoryId}',
      operationId: 'deleteCategory',
      summary: 'Delete a category',
      description:
        'Deletes a category. Its tasks stay, without a category. If there are more than 2,000 ' +
        'of them, the rest is changed after the answer.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      responses: [{ status: 204, description: 'The category was deleted.' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller, params }) => useCases.deleteCategory(caller, params.categoryId),
    }),
  ]);
}
