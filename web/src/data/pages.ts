import { useEffect, useState } from 'preact/hooks';
import { useAnswers } from './answers.ts';
import type { HouseholdData } from './household.ts';

/** Rows as far as they have been read; `next` is the cursor of what comes after them. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly next: string | null };

export type Pages<Row> = {
  /** Newest first; null: not known yet. */
  readonly rows: readonly Row[] | null;
  readonly error: unknown;
  /** Shows what was before these; null: there is nothing. */
  readonly showOlder: (() => void) | null;
  readonly retry: () => void;
};

/**
 * A list that is read page by page, and its first page again whenever the household has changed. `joined`: what is shown
 * once the newest are known again.
 */
export function usePages<Row>(
  household: HouseholdData,
  read: (householdId: string, cursor?: string) => Promise<Page<Row>>,
  joined: (newest: Page<Row>, before: Page<Row> | null) => Page<Row> = (newest) => newest,
): Pages<Row> {
  const [loaded, setLoaded] = useState<Page<Row> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const freshAt = household.freshAt.value;
  const answers = useAnswers([household]);
  useEffect(() => {
    const { counts, isLast } = answers.ask();
    read(household.id).then(
      (newest) => {
        if (!counts()) return;
        setError(null);
        setLoaded((before) => joined(newest, before));
      },
      (problem: unknown) => {
        if (isLast()) setError(problem);
      },
    );
  }, [answers, freshAt, attempt]);
  const next = loaded?.next ?? null;
  const showOlder = () => {
    if (next === null) return;
    read(household.id, next).then(
      (older) =>
        setLoaded((before) => ({ rows: [...(before?.rows ?? []), ...older.rows], next: older.next })),
      setError,
    );
  };
  return {
    rows: loaded?.rows ?? null,
    error,
    showOlder: next === null ? null : showOlder,
    retry: () => setAttempt(attempt + 1),
  };
}
