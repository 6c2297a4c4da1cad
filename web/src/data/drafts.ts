import { useState } from 'preact/hooks';

const PREFIX = 'planner.draft:';

/** What was typed in this tab and not saved: it outlives a reload, and goes with whoever signs out, who is asked. */
export function readDraft<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Of how many things something was typed and not saved: these have a colon in their key, and the steps of a page none. */
export function countDrafts(): number {
  return Object.keys(sessionStorage).filter(
    (key) => key.startsWith(PREFIX) && key.includes(':', PREFIX.length),
  ).length;
}

/** Null: it was saved, or thrown away. */
export function keepDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // Full, or refused: it is on the page still.
  }
}

/** As `useState`, with what stands in it kept over a reload; `key` is that of one thing for as long as it is shown. */
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
