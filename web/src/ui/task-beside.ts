import { createContext } from 'preact';

/** A task that is open beside the page behind it; on a phone it is a page of its own, and nothing is beside. */
export type TaskBeside = { readonly occurrenceId: string | null; readonly leave: () => void };
export const TaskBesideContext = createContext<TaskBeside>({ occurrenceId: null, leave: () => undefined });
