/** What the tabs of one browser tell each other. */
export type Word =
  | { readonly kind: 'wake'; readonly household: string; readonly id: string | null }
  | { readonly kind: 'live'; readonly household: string; readonly isLive: boolean }
  | { readonly kind: 'are-you-there'; readonly household: string }
  | { readonly kind: 'outbox' }
  /** The outbox of another tab has sent these; `operationId`: by which each is undone. */
  | { readonly kind: 'sent'; readonly done: readonly { id: string; operationId: string | null }[] }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly userId: string };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('planner') : null;
const listeners = new Set<(word: Word) => void>();

channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
  for (const listener of listeners) listener(data);
});

/** To all other tabs. */
export const tell = (word: Word): void => channel?.postMessage(word);

/** Answers how to stop. */
export function hear(listener: (word: Word) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
