import { createContext } from 'preact';

/**
 * The task that is open beside the page. `occurrenceId` is null if there is none. It is always null on phones, where
 * a task is a page of its own.
 */
export type TaskBeside = { readonly occurrenceId: string | null; readonly leave: () => void };
export const TaskBesideContext = createContext<TaskBeside>({ occurrenceId: null, leave: () => undefined });
