import { createContext, type ComponentType } from 'preact';

/** Components that one feature provides for others. `app` passes them on, so that no feature imports another. */
export type Slots = {
  readonly QuickAdd: ComponentType<{ autoFocus?: boolean; given?: string; onAdded?: () => void }>;
};
/** The form that shifts dates by some days: of all tasks, or of the `chosen` series. */
export type ShiftFormComponent = ComponentType<{
  chosen?: readonly string[] | undefined;
  onMade: (undo: (() => Promise<void>) | null) => void;
  onClose: () => void;
}>;
export const SlotsContext = createContext<Slots | null>(null);
