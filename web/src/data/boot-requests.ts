import type { Dto } from '../api/client.ts';
import type { Page } from './replica.ts';

/** What `boot.ts` has asked for while the modules were loading, to be taken once. */
export type Early = {
  /** Who is signed in; null: nobody is. It fails where the service could not be asked, which is to be tried again. */
  readonly me: Promise<Dto['MeResponse'] | null>;
  /** Where nothing is kept on the device: the beginning of the household that will be shown; null: it is not known which. */
  readonly copy: Promise<{ readonly householdId: string; readonly page: Page } | null>;
};

declare global {
  interface Window {
    early?: Early;
  }
}

let copy: Early['copy'] | undefined;

/** Undefined: nothing was asked for. */
export function takeEarlyMe(): Early['me'] | undefined {
  const early = window.early;
  delete window.early;
  copy = early?.copy;
  return early?.me;
}

/** Nobody else shall be shown it. */
export const forgetEarly = (): void => void (copy = undefined);

/** Null: it was not asked for. The promise's null: it did not come, or is of another household. */
export function takeEarlyPage(householdId: string): Promise<Page | null> | null {
  const asked = copy;
  copy = undefined;
  return (
    asked?.then(
      (answer) => (answer?.householdId === householdId ? answer.page : null),
      () => null,
    ) ?? null
  );
}
