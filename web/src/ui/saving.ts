import { useState } from 'preact/hooks';
import { refusedFields } from '../api/errors.ts';
import { toast, undoAction } from './toast.tsx';

/**
 * The state of saving a form. One attempt runs at a time, and the error of the last attempt is kept. The typed
 * values do not change.
 */
export function useSaving() {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const fields = refusedFields(error);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setError(null);
    let isDone = true;
    try {
      await work();
    } catch (refused) {
      setError(refused);
      isDone = false;
    }
    setBusy(false);
    return isDone;
  };
  return { error, isBusy, fields, run };
}

/** Shows a toast with what was done, and an undo button if it can be undone. */
export function notify(text: string, undo: (() => Promise<void>) | null): void {
  if (undo === null) toast(text);
  else toast(text, undoAction(undo));
}
