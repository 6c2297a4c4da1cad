import { emptyTurns, emptyWhen, toFields, type Draft } from './series-form.ts';

/** Returns the default values of the form. */
export const emptyDraft = (today: string): Draft => ({
  title: '',
  notes: '',
  categoryId: null,
  priority: 'NORMAL',
  durationMinutes: null,
  showFrom: null,
  nag: null,
  escalateAfterMinutes: null,
  completion: 'any',
  whenAway: null,
  when: emptyWhen(today),
  turns: emptyTurns(),
  missed: 'keep',
  season: [],
  shift: null,
  steps: [],
  found: { recurrence: null, rotation: null },
});

/** Returns the object without these fields. */
export function omit<T extends object, K extends keyof T>(of: T, ...names: readonly K[]): Omit<T, K> {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;
}

/**
 * Returns the fields of a request that creates a task. They do not include `shift`, which this request does not
 * accept. The user can set it later, when editing the series.
 */
export const taskFields = (draft: Draft) => ({
  ...omit(toFields(draft), 'shift', 'title'),
  title: draft.title.trim(),
});
