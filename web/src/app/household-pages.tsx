import { useContext, useEffect } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { Route, Router, useLocation, useRoute } from 'preact-iso/router';
import { HouseholdContext, householdData } from '../data/household.ts';
import { rememberHousehold } from '../data/session.ts';
import { QuickAdd } from '../features/quick-add/quick-add.tsx';
import { withWords } from '../i18n/t.ts';
import { BehindContext } from '../ui/behind.ts';
import { SlotsContext } from '../ui/slots.ts';
import { Boundary } from './boundary.tsx';
import { Gone } from './gone.tsx';
import { NotHere } from './not-here.tsx';
import { PAGES } from './pages.tsx';
import { Shell } from './shell.tsx';

const OccurrencePanel = lazy(() =>
  withWords(import('../features/occurrence/occurrence.tsx').then((m) => m.OccurrencePanel)),
);

const SLOTS = { QuickAdd };

/** All pages of one household: its data by context, the shell around. */
export function HouseholdPages() {
  const id = useRoute().params['household'] ?? '';
  const data = householdData(id);
  const isGone = data.isGone.value;
  useEffect(() => {
    if (!isGone) rememberHousehold(id);
  }, [id, isGone]);
  if (isGone) return <Gone id={id} />;
  return (
    <HouseholdContext.Provider value={data} key={id}>
      <SlotsContext.Provider value={SLOTS}>
        <Shell>
          <Boundary>
            <Suspense>
              <Router>
                <Route path="/" component={ToToday} />
                {PAGES.map(({ path, component }) => (
                  <Route key={path} path={path} component={component} />
                ))}
                <Route default component={NotHere} />
              </Router>
            </Suspense>
          </Boundary>
          <Beside />
        </Shell>
      </SlotsContext.Provider>
    </HouseholdContext.Provider>
  );
}

/** The task that is open beside the page. */
function Beside() {
  const { occurrenceId, leave } = useContext(BehindContext);
  if (occurrenceId === null) return null;
  return (
    <Boundary>
      <Suspense>
        <OccurrencePanel id={occurrenceId} onClose={leave} />
      </Suspense>
    </Boundary>
  );
}

function ToToday() {
  const { path, route } = useLocation();
  useEffect(() => route(`${path}/today`, true), []);
  return null;
}
