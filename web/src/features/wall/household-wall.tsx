import { useMemo } from 'preact/hooks';
import { useHousehold } from '../../data/household.ts';
import { actsOfSession } from './acts.ts';
import { Wall } from './wall.tsx';

/** The wall in a session: what is everybody's, ticked for them by whoever is signed in. */
export function HouseholdWall() {
  const household = useHousehold();
  const acts = useMemo(() => actsOfSession(household), [household]);
  return <Wall acts={acts} leave={`/households/${household.id}/today`} />;
}
