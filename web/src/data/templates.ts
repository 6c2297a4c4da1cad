import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { api, newId, ok, type Dto } from '../api/client.ts';
import { useHousehold, type HouseholdData } from './household.ts';

export type Template = Dto['TemplateDto'];
export type TemplateTask = Dto['TemplateTaskDto'];
export type TemplateTaskInput = Dto['TemplateTaskInput'];

/** Returns the templates of the household, sorted by name. */
export function useTemplates(): ReadonlySignal<readonly Template[]> {
  const household = useHousehold();
  return useMemo(
    () =>
      computed(() =>
        [...household.replica.all('templates').values()].sort((a, b) => a.name.localeCompare(b.name)),
      ),
    [household],
  );
}

const at = ({ id }: HouseholdData, templateId: string) => ({
  path: { householdId: id, templateId },
});
const once = () => ({ 'Idempotency-Key': newId() });

/**
 * Creates a template, or changes it if there is an id.
 * @returns the operation id for undo, or null if nothing changed
 * @throws ApiError VALIDATION_FAILED, LIMIT_REACHED
 */
export async function saveTemplate(
  household: HouseholdData,
  id: string | null,
  body: { name: string; tasks: TemplateTaskInput[] },
): Promise<string | null> {
  const { response } =
    id === null
      ? await ok(
          api.POST('/v1/households/{householdId}/templates', {
            params: { path: { householdId: household.id } },
            headers: once(),
            body,
          }),
        )
      : await ok(
          api.PATCH('/v1/households/{householdId}/templates/{templateId}', {
            params: at(household, id),
            headers: once(),
            body,
          }),
        );
  await household.catchUp();
  return response.headers.get('Operation-Id');
}

export async function deleteTemplate(household: HouseholdData, id: string): Promise<string | null> {
  const { response } = await ok(
    api.DELETE('/v1/households/{householdId}/templates/{templateId}', {
      params: at(household, id),
      headers: once(),
    }),
  );
  await household.catchUp();
  return response.headers.get('Operation-Id');
}

/**
 * Creates the tasks of a template for a date.
 * @throws ApiError
 */
export async function applyTemplate(
  household: HouseholdData,
  id: string,
  input: Dto['ApplyTemplateInput'],
): Promise<{ readonly count: number; readonly operationId: string | null }> {
  const { data = [], response } = await ok(
    api.POST('/v1/households/{householdId}/templates/{templateId}/apply', {
      params: at(household, id),
      headers: once(),
      body: input,
    }),
  );
  await household.catchUp();
  return { count: data.length, operationId: response.headers.get('Operation-Id') };
}
