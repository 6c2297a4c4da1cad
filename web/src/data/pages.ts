import { useEffect, useState } from 'preact/hooks';
import { useLatestAnswer } from './answers.ts';
import type { HouseholdData } from './household.ts';

/** The rows that were read so far. `next` is the cursor of the following page. */
export type PagedRows<Row> = { readonly rows: readonly Row[]; readonly next: string | null };

export type Pages<Row> = {
  /** The rows that were read so far, newest first. null means nothing was loaded yet. */
  readonly rows: readonly Row[] | null;
  readonly error: unknown;
  /** Loads the next page of older rows. null means there are no older rows. */
  readonly showOlder: (() => void) | null;
  readonly retry: () => void;
};

/**
 * Reads a list page by page, and reads its first page again whenever the household changes.
 * @param joined combines the newest page with the rows that are already shown
 */
export function usePages<Row>(
  household: HouseholdData,
  read: (householdId: string, cursor?: string) => Promise<PagedRows<Row>>,
  joined: (newest: PagedRows<Row>, before: PagedRows<Row> | null) => PagedRows<Row> = (newest) => newest,
): Pages<Row> {
  const [loaded, setLoaded] = useState<PagedRows<Row> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const freshAt = household.freshAt.value;
  const answers = useLatestAnswer([household]);
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
