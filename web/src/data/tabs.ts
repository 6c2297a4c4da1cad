/** A message between the tabs of one browser. */
export type TabMessage =
  | { readonly kind: 'wake'; readonly household: string; readonly id: string | null }
  | { readonly kind: 'live'; readonly household: string; readonly isLive: boolean }
  | { readonly kind: 'are-you-there'; readonly household: string }
  | { readonly kind: 'outbox' }
  /** The outbox of another tab has sent these entries. To undo one of them, its `operationId` is used. */
  | { readonly kind: 'sent'; readonly done: readonly { id: string; operationId: string | null }[] }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly userId: string };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('planner') : null;
const listeners = new Set<(word: TabMessage) => void>();

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  for (const listener of listeners) listener(data);
});

/** Sends a message to all other tabs. */
export const broadcast = (word: TabMessage): void => channel?.postMessage(word);

/** Calls the listener for every message of another tab. Returns a function that unsubscribes it. */
export function onMessage(listener: (word: TabMessage) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
