import { useLocation } from 'preact-iso/router';
import { useHousehold } from '../data/household.ts';
import { Starters } from '../features/first-run/starters.tsx';

/** What comes back in most homes, also later than on the first day. */
export function StartersPage() {
  const { id } = useHousehold();
  const { route } = useLocation();
  return <Starters household={id} isWithin onDone={() => route(`/households/${id}/today`)} />;
}
