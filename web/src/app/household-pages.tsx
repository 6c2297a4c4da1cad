import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { Route, Router, useLocation, useRoute } from 'preact-iso/router';
import { HouseholdContext, householdData } from '../data/household.ts';
import { rememberHousehold } from '../data/session.ts';
import { QuickAdd } from '../features/quick-add/quick-add.tsx';
import { withWords } from '../i18n/t.ts';
import { TaskBesideContext } from '../ui/task-beside.ts';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { SlotsContext } from '../ui/slots.ts';
import { Boundary } from './boundary.tsx';
import { areAllLoaded, isBare, loadLaterPages, pages } from './pages.tsx';
import { Shell } from './shell.tsx';

const OccurrencePanel = lazy(() =>
  withWords(import('../features/occurrence/occurrence.tsx').then((m) => m.OccurrencePanel)),
);

const Gone = lazy(() => withWords(import('./household-gone.tsx').then((m) => m.HouseholdGone)));
const NotFound = lazy(() => withWords(import('./not-found.tsx').then((m) => m.NotFound)));

const SLOTS = { QuickAdd };

/** All pages of one household, with its data as a context and the navigation around them. */
export function HouseholdPages() {
  const id = useRoute().params['household'] ?? '';
  const data = householdData(id);
  const isGone = data.isGone.value;
  const { path: here } = useLocation();
  const Around = isBare(here) ? Bare : Shell;
  useEffect(() => {
    if (!isGone) rememberHousehold(id);
  }, [id, isGone]);
  if (isGone) return <Gone id={id} />;
  return (
    <HouseholdContext.Provider value={data} key={id}>
      <SlotsContext.Provider value={SLOTS}>
        <Around>
          <Boundary>
            <Suspense>
              <Router>
                <Route path="/" component={ToToday} />
                {pages.value.map(({ path, component }) => (
                  <Route key={path} path={path} component={component} />
                ))}
                <Route default component={Unknown} />
              </Router>
            </Suspense>
          </Boundary>
          <OpenTask />
        </Around>
      </SlotsContext.Provider>
    </HouseholdContext.Provider>
  );
}

const Bare = ({ children }: { children: ComponentChildren }) => <main id="main">{children}</main>;

/** The task that is shown beside the page. */
function OpenTask() {
  const { occurrenceId, leave } = useContext(TaskBesideContext);
  if (occurrenceId === null) return null;
  return (
    <Boundary>
      <Suspense>
        <OccurrencePanel id={occurrenceId} onClose={leave} />
      </Suspense>
    </Boundary>
  );
}

/**
 * Loads the later pages if the URL does not belong to one of the first pages. If no page has this URL, it shows
 * "not found".
 */
function Unknown() {
  const [error, setError] = useState<unknown>(null);
  useEffect(() => void loadLaterPages().catch(setError), []);
  if (error !== null)
    throw error instanceof Error ? error : new Error('A page could not be loaded', { cause: error });
  return areAllLoaded() ? <NotFound /> : <RowsSkeleton />;
}

function ToToday() {
  const { path, route } = useLocation();
  useEffect(() => route(`${path}/today`, true), []);
  return null;
}
