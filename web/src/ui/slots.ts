import { createContext, type ComponentType } from 'preact';

/** What features offer to each other; `app` fills them, so that no feature imports another. */
export type Slots = {
  readonly QuickAdd: ComponentType<{ autoFocus?: boolean; given?: string; onAdded?: () => void }>;
};
/** The form by which what is planned moves some days: all of it at first, or the series that are `chosen`. */
export type ShiftForm = ComponentType<{
  chosen?: readonly string[] | undefined;
  onMade: (undo: (() => Promise<void>) | null) => void;
  onClose: () => void;
}>;
export const SlotsContext = createContext<Slots | null>(null);
