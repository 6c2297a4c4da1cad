import type { DisplayCaller } from '../../../application/displays/authenticate-display.js';
import { ApplicationError } from '../../../application/shared/errors.js';
import type { Caller, MemberCaller } from '../../../application/shared/caller.js';
import type { UseCases } from '../../../application/composition/use-cases.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Application } from '../application/application.js';
import { memberCaller, settle, signUp } from '../application/people.js';

/** A person, with the id that they have or had as a member of the household. */
export type Person = Caller & { readonly memberId: MemberId };

/**
 * Four people. The first three begin in one household, together with a child without an account, a day
 * calendar and a display.
 */
export class Village {
  readonly app: Application;
  readonly useCases: UseCases;
  /** The current household. It changes if everybody leaves and somebody creates a new one. */
  householdId: HouseholdId;
  /** The tokens of all invitations, of all households. */
  readonly tokens: string[] = [];
  /** The tokens of all displays and guest links, whether they still work or not. */
  readonly displays: string[] = [];
  /** The pairing codes of displays. */
  readonly codes: string[] = [];
  /** The households that no longer exist. */
  readonly ended: HouseholdId[] = [];
  #people: readonly Person[];

  private constructor(app: Application, people: readonly Person[], householdId: HouseholdId) {
    [this.app, this.#people, this.householdId] = [app, people, householdId];
    this.useCases = app.useCases;
  }

  static async found(app: Application): Promise<Village> {
    const people: Person[] = [];
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dan']) people.push(asThemselves(await signUp(app, name)));
    const { household } = await settle(app, people.slice(0, 3));
    const village = new Village(app, people, household.id);
    await village.#furnish();
    return village;
  }

  async #furnish(): Promise<void> {
    const { createMember, createDayCalendar, createDisplay, pairDisplay } = this.app.useCases;
    const owner = await this.member(0);
    await createMember(owner, { displayName: 'Zoe', group: 'CHILD', managerIds: [this.person(1).memberId] });
    await createDayCalendar(owner, { name: 'Public holidays', days: HOLIDAYS, ignored: [], url: null });
    const { pairingCode } = await createDisplay(owner, 'Hall');
    this.displays.push((await pairDisplay(pairingCode)).token);
  }

  get people(): readonly Person[] {
    return this.#people;
  }

  person(number: number): Person {
    return this.#people[number % this.#people.length] as Person;
  }

  member(number: number): Promise<MemberCaller> {
    return memberCaller(this.app, this.person(number), this.householdId);
  }

  /** Returns the caller for a display, or null if the token does not work or belongs to another household. */
  async display(token: string): Promise<DisplayCaller | null> {
    const caller = await this.app.useCases
      .authenticateDisplay(token, null, 'getHousehold')
      .catch((error: unknown) => {
        if (error instanceof ApplicationError) return null;
        throw error;
      });
    return caller?.household.id === this.householdId ? caller : null;
  }

  /** Records which member the person became when they joined. */
  becomes(number: number, memberId: MemberId): void {
    const joined = this.person(number);
    this.#people = this.#people.map((person) => (person === joined ? { ...person, memberId } : person));
  }

  /** Continues in another household, in which every member id equals the user id. */
  moves(householdId: HouseholdId): void {
    this.householdId = householdId;
    this.#people = this.#people.map(asThemselves);
  }
}

const HOLIDAYS = [
  { from: '2026-12-25' as CivilDate, to: '2026-12-26' as CivilDate, name: 'Christmas' },
  { from: '2027-01-01' as CivilDate, to: '2027-01-01' as CivilDate, name: 'New Year' },
];

function asThemselves(caller: Caller): Person {
  return { ...caller, memberId: caller.userId as string as MemberId };
}
