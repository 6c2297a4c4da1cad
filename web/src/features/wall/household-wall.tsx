import { useMemo } from 'preact/hooks';
import { useHousehold } from '../../data/household.ts';
import { sessionActions } from './acts.ts';
import { Wall } from './wall.tsx';

/** The wall in a session: shows the shared tasks, and the signed-in user ticks on behalf of the members. */
export function HouseholdWall() {
  const household = useHousehold();
  const acts = useMemo(() => sessionActions(household), [household]);
  return <Wall acts={acts} leave={`/households/${household.id}/today`} />;
}
