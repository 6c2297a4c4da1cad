import type { Caller, MemberCaller } from '../../../application/shared/caller.js';
import { NO_FILTER } from '../../../domain/tasks/views.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { Application } from './application.js';
import { inMemoryApplication } from './in-memory.js';
import { memberCaller, settle, signUp } from './people.js';

/** A page that is larger than any list of a test. */
export const ALL = { limit: 1000, after: null };

export const EVERYTHING = { view: 'all', ...NO_FILTER } as const;

export type Home = {
  readonly app: ReturnType<typeof inMemoryApplication>;
  readonly useCases: Application['useCases'];
  readonly householdId: HouseholdId;
  /** The founder of the household, and two members who joined. */
  readonly ana: MemberCaller;
  readonly ben: MemberCaller;
  readonly cleo: MemberCaller;
  /** Has an account, but lives elsewhere. */
  readonly dan: Caller;
};

/** Creates a household of three members in memory. It is Saturday noon in Paris. */
export async function aHome(): Promise<Home> {
  const app = inMemoryApplication(HOME_BEGINS);
  return { ...(await homeIn(app)), app };
}

export const HOME_BEGINS = '2026-11-21T11:00:00Z';

/** Creates the same household as {@link aHome} in any application. */
export async function homeIn(app: Application): Promise<Omit<Home, 'app'> & { readonly app: Application }> {
  const [ana, ben, cleo, dan] = [
    await signUp(app, 'Ana'),
    await signUp(app, 'Ben'),
    await signUp(app, 'Cleo'),
    await signUp(app, 'Dan'),
  ];
  const { household } = await settle(app, [ana, ben, cleo]);
  const member = (caller: Caller) => memberCaller(app, caller, household.id);
  await app.performJobs();
  return {
    ...{ app, dan, useCases: app.useCases, householdId: household.id },
    ...{ ana: await member(ana), ben: await member(ben), cleo: await member(cleo) },
  };
}
