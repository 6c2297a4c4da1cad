import { useEffect } from 'preact/hooks';
import { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { Route, Router, useLocation, useRoute } from 'preact-iso/router';
import { HouseholdContext, householdData } from '../data/household.ts';
import { rememberHousehold } from '../data/session.ts';
import { QuickAdd } from '../features/quick-add/quick-add.tsx';
import { SlotsContext } from '../ui/slots.ts';
import { Boundary } from './boundary.tsx';
import { Gone } from './gone.tsx';
import { NotHere } from './not-here.tsx';
import { PAGES } from './pages.tsx';
import { Shell } from './shell.tsx';

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
        </Shell>
      </SlotsContext.Provider>
    </HouseholdContext.Provider>
  );
}

function ToToday() {
  const { path, route } = useLocation();
  useEffect(() => route(`${path}/today`, true), []);
  return null;
}
