import { api, newId, ok, type Dto } from '../api/client.ts';
import { waitForChange } from './changes.ts';
import type { HouseholdData } from './household.ts';
import { reloadMe } from './session.ts';

export type HouseholdEdit = Dto['UpdateHouseholdInput'];
export type Category = Dto['CategoryDto'];

const key = () => ({ 'Idempotency-Key': newId() });

/** Changes the settings of the household. After a new name it also reloads the user's list of households. */
export async function changeHousehold(household: HouseholdData, body: HouseholdEdit) {
  const done = await waitForChange(
    household,
    api.PATCH('/v1/households/{householdId}', {
      params: { path: { householdId: household.id } },
      headers: key(),
      body,
    }),
  );
  if (body.name !== undefined) await reloadMe().catch(() => undefined);
  return done;
}

/** Deletes the household and everything in it, for all members. */
export async function deleteHousehold(household: HouseholdData): Promise<void> {
  await ok(api.DELETE('/v1/households/{householdId}', { params: { path: { householdId: household.id } } }));
  await reloadMe();
  await household.forget();
}

/** Returns the categories, sorted by name. */
export const listCategories = (household: HouseholdData, tag: string): readonly Category[] =>
  [...household.replica.all('categories').values()].sort((a, b) => a.name.localeCompare(b.name, tag));

export const createCategory = (household: HouseholdData, body: Dto['CategoryInput']) =>
  waitForChange(
    household,
    api.POST('/v1/households/{householdId}/categories', {
      params: { path: { householdId: household.id } },
      headers: key(),
      body,
    }),
  );

export const changeCategory = (
  household: HouseholdData,
  categoryId: string,
  body: Dto['UpdateCategoryInput'],
) =>
  waitForChange(
    household,
    api.PATCH('/v1/households/{householdId}/categories/{categoryId}', {
      params: { path: { householdId: household.id, categoryId } },
      headers: key(),
      body,
    }),
  );

/** Deletes a category. Its tasks stay without a category. */
export const deleteCategory = (household: HouseholdData, categoryId: string) =>
  waitForChange(
    household,
    api.DELETE('/v1/households/{householdId}/categories/{categoryId}', {
      params: { path: { householdId: household.id, categoryId } },
      headers: key(),
    }),
  );
