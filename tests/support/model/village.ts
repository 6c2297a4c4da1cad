import type { Caller, MemberCaller } from '../../../application/shared/caller.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Application } from '../application/application.js';
import { memberCaller, settle, signUp } from '../application/people.js';

/** With the id that they have as a member wherever they join. */
export type Person = Caller & { readonly memberId: MemberId };

/** Four people, of whom the first three begin in one household. */
export class Village {
  readonly app: Application;
  readonly people: readonly Person[];
  /** Another one, once everybody has left the first and somebody begins anew. */
  householdId: HouseholdId;
  /** Of invitations, whichever household they are for. */
  readonly tokens: string[] = [];
  /** Those that have ended. */
  readonly ended: HouseholdId[] = [];

  private constructor(app: Application, people: readonly Person[], householdId: HouseholdId) {
    [this.app, this.people, this.householdId] = [app, people, householdId];
  }

  static async found(app: Application): Promise<Village> {
    const people: Person[] = [];
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dan']) {
      const caller = await signUp(app, name);
      people.push({ ...caller, memberId: caller.userId as string as MemberId });
    }
    const { household } = await settle(app, people.slice(0, 3));
    return new Village(app, people, household.id);
  }

  person(number: number): Person {
    return this.people[number % this.people.length] as Person;
  }

  member(number: number): Promise<MemberCaller> {
    return memberCaller(this.app, this.person(number), this.householdId);
  }
}
