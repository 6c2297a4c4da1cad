import type { Caller, MemberCaller } from '../../../application/shared/caller.js';
import type { HouseholdDetail } from '../../../application/households/create-household.js';
import { householdNotFound } from '../../../application/shared/errors.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import type { Application } from './application.js';

const TIME_ZONE = 'Europe/Paris' as TimeZone;

/** Registers an account and returns the caller who is signed in with it. */
export async function signUp(app: Application, displayName: string): Promise<Caller> {
  const email = `${displayName.toLowerCase()}@example.org`;
  const { account, accessToken } = await app.useCases.registerAccount({
    invitation: null,
    ...{ email, displayName },
    password: 'three unlikely words',
    locale: 'en',
    timeZone: TIME_ZONE,
    userAgent: null,
  });
  return app.useCases.authenticate(accessToken).then((caller) => ({ ...caller, userId: account.id }));
}

/** Creates a household whose owner is the first person. The others join it. */
export async function settle(app: Application, people: readonly Caller[]): Promise<HouseholdDetail> {
  const [founder, ...others] = people;
  if (founder === undefined) throw new Error('a household needs somebody');
  const { createHousehold } = app.useCases;
  const founded = await createHousehold(founder, {
    name: 'Home',
    timeZone: TIME_ZONE,
    locale: null,
    weekStartsOn: null,
  });
  for (const other of others) await join(app, founder, other, founded.household.id);
  return founded;
}

/** Makes `guest` a member of the household with an invitation by `host`. */
export async function join(app: Application, host: Caller, guest: Caller, id: HouseholdId): Promise<void> {
  const { token } = await app.useCases.createInvitation(await memberCaller(app, host, id), {
    email: null,
    expiresInDays: null,
    maxUses: null,
  });
  await app.useCases.acceptInvitation(guest, token);
}

/**
 * Returns the caller of a request by this person in that household. Throws HOUSEHOLD_NOT_FOUND unless they are
 * a member.
 */
export async function memberCaller(
  { storage }: Application,
  { userId, sessionId }: Caller,
  id: HouseholdId,
): Promise<MemberCaller> {
  const access = await storage.readers.access.find(userId, sessionId, id);
  if (access === null || access.membership === null) throw householdNotFound();
  return { userId, sessionId, account: access.account, ...access.membership };
}
