import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { TaskBesideContext } from '../ui/task-beside.ts';
import { isDesk } from '../ui/desk.ts';

const TASK = /^\/households\/([^/]+)\/occurrences\/([^/]+)$/;
const HOUSEHOLD = /^\/households\/([^/]+)\//;

/**
 * On wide screens, shows an open task beside the page from which it was opened. The browser shows the URL of the
 * task. The router of the page still gets the URL of the page, so that the page does not scroll or load again.
 */
export function TaskBesidePage({ children }: { children: ComponentChildren }) {
  const here = useLocation();
  const behind = useRef<typeof here | null>(null);
  const [, household, occurrenceId] = TASK.exec(here.path) ?? [];
  if (occurrenceId === undefined) behind.current = here;
  const { current } = behind;
  const isSame = current !== null && HOUSEHOLD.exec(`${current.path}/`)?.[1] === household;
  const isBeside = isDesk.value && occurrenceId !== undefined;
  const value = useMemo(() => {
    if (!isBeside) return here;
    const today = `/households/${household ?? ''}/today`;
    const page = isSame ? current : { ...here, url: today, path: today, query: {} };
    return { ...page, route: here.route };
  }, [here.url, isBeside, isSame]);
  const context = useMemo(
    () => ({
      occurrenceId: isBeside ? occurrenceId : null,
      leave: () => {
        // If the visitor came from an external link, the previous entry of the browser history is not a page of
        // this client.
        if (isSame) history.back();
        else here.route(`/households/${household ?? ''}/today`);
      },
    }),
    [here.url, isBeside, isSame],
  );
  return (
    <TaskBesideContext.Provider value={context}>
      <LocationProvider.ctx.Provider value={value}>{children}</LocationProvider.ctx.Provider>
    </TaskBesideContext.Provider>
  );
}
