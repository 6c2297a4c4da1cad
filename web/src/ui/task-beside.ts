import { createContext } from 'preact';

/**
 * The task that is open beside the page. On phones a task is a page of its own, and `occurrenceId` is null.
 */
export type TaskBeside = { readonly occurrenceId: string | null; readonly leave: () => void };
export const TaskBesideContext = createContext<TaskBeside>({ occurrenceId: null, leave: () => undefined });
