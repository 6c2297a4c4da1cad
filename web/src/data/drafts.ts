import { useState } from 'preact/hooks';

const PREFIX = 'planner.draft:';

/**
 * Returns what was typed in this tab under `key` and not saved, or null. Drafts survive a reload. Signing out deletes
 * them, after asking the user.
 */
export function readDraft<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/**
 * Returns how many drafts of forms there are. Their keys contain a colon; keys of other page state do not.
 */
export function countDrafts(): number {
  return Object.keys(sessionStorage).filter(
    (key) => key.startsWith(PREFIX) && key.includes(':', PREFIX.length),
  ).length;
}

/** Stores a draft. null deletes it, because it was saved or discarded. */
export function keepDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // sessionStorage is full or unavailable. The draft is still on the page.
  }
}

/**
 * Works like `useState` and keeps the value over a reload. `key` must not change while the component is
 * mounted.
 */
export function useDraft<T>(key: string): [T | null, (draft: T | null) => void] {
  const [draft, set] = useState(() => readDraft<T>(key));
  return [
    draft,
    (next) => {
      keepDraft(key, next);
      set(next);
    },
  ];
}
