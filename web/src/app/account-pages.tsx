import { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { HouseholdContext, householdData } from '../data/household.ts';
import { lastHousehold } from '../data/session.ts';
import { Account } from '../features/account/settings.tsx';
import { Boundary } from './boundary.tsx';
import { Shell } from './shell.tsx';

/**
 * The account pages. They do not belong to a household, so they are shown inside the navigation of the household that
 * was open last. Without a household there is no navigation.
 */
export function AccountPages() {
  const id = lastHousehold();
  if (id === null)
    return (
      <main class="failed">
        <Account />
      </main>
    );
  return (
    <HouseholdContext.Provider value={householdData(id)} key={id}>
      <Shell>
        <Boundary>
          <Suspense>
            <Account />
          </Suspense>
        </Boundary>
      </Shell>
    </HouseholdContext.Provider>
  );
}
