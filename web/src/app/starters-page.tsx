import { useLocation } from 'preact-iso/router';
import { useHousehold } from '../data/household.ts';
import { Starters } from '../features/first-run/starters.tsx';

/** The page of starters: common routines to choose from. It is also available after the first day. */
export function StartersPage() {
  const { id } = useHousehold();
  const { route } = useLocation();
  return <Starters household={id} isWithin onDone={() => route(`/households/${id}/today`)} />;
}
