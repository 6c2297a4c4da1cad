import { createContext, type ComponentType } from 'preact';

/** Components that one feature provides for others. `app` passes them on, so that no feature imports another. */
export type Slots = {
  readonly QuickAdd: ComponentType<{ autoFocus?: boolean; given?: string; onAdded?: () => void }>;
};
/** The form that shifts dates by some days. At first all series are selected, or only the `chosen` ones. */
export type ShiftFormComponent = ComponentType<{
  chosen?: readonly string[] | undefined;
  onMade: (undo: (() => Promise<void>) | null) => void;
  onClose: () => void;
}>;
export const SlotsContext = createContext<Slots | null>(null);
