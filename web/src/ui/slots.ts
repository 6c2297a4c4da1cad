import { createContext, type ComponentType } from 'preact';

/** What features offer to each other; `app` fills them, so that no feature imports another. */
export type Slots = {
  readonly QuickAdd: ComponentType<{ autoFocus?: boolean; given?: string; onAdded?: () => void }>;
};
export const SlotsContext = createContext<Slots | null>(null);
