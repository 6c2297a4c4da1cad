import type { Caller, MemberCaller } from '../../../application/shared/caller.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { Application } from '../application/application.js';
import { memberCaller, settle, signUp } from '../application/people.js';

/** Four people, of whom the first three begin in one household. */
export class Village {
  readonly app: Application;
  readonly people: readonly Caller[];
  /** Another one, once everybody has left the first and somebody begins anew. */
  householdId: HouseholdId;
  /** Of invitations, whichever household they are for. */
  readonly tokens: string[] = [];
  /** Those that have ended. */
  readonly ended: HouseholdId[] = [];

  private constructor(app: Application, people: readonly Caller[], householdId: HouseholdId) {
    [this.app, this.people, this.householdId] = [app, people, householdId];
  }

  static async found(app: Application): Promise<Village> {
    const people = [];
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dan']) people.push(await signUp(app, name));
    const { household } = await settle(app, people.slice(0, 3));
    return new Village(app, people, household.id);
  }

  person(number: number): Caller {
    return this.people[number % this.people.length] as Caller;
  }

  member(number: number): Promise<MemberCaller> {
    return memberCaller(this.app, this.person(number), this.householdId);
  }
}
