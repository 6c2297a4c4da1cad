import { useLocation } from 'preact-iso/router';
import { useHousehold } from '../data/household.ts';
import { Starters } from '../features/first-run/starters.tsx';

/**
 * The page of starters: common routines to choose from. Users can open it again after the first setup of the
 * household.
 */
export function StartersPage() {
  const { id } = useHousehold();
  const { route } = useLocation();
  return <Starters household={id} isWithin onDone={() => route(`/households/${id}/today`)} />;
}
