import { emptyTurns, emptyWhen, toFields, type Draft } from './series-form.ts';

/** What nobody has said anything of yet. */
export const nothing = (today: string): Draft => ({
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

/** All fields but these. */
export function omit<T extends object, K extends keyof T>(of: T, ...names: readonly K[]): Omit<T, K> {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;
}

/** What a task takes: from which days it keeps away is said once it is there. */
export const taskFields = (draft: Draft) => ({
  ...omit(toFields(draft), 'shift', 'title'),
  title: draft.title.trim(),
});
