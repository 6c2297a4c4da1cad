import { frameOf, rendered, type RenderContext } from '../../../domain/calendar/render.js';
import { isEligible, syncWindow } from '../../../domain/calendar/eligibility.js';
import type {
  DeleteOutcome,
  GetOutcome,
  InsertOutcome,
  ListOutcome,
  UpdateOutcome,
} from '../../../domain/calendar/answers.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { MirrorEntry } from '../../../domain/calendar/mirrored-event.js';
import {
  step,
  type Call,
  type Over,
  type Revoked,
  type WriteOutcome,
} from '../../../domain/calendar/step.js';
import type { SweepEntry, SweepPlace, Wanted } from '../../../domain/calendar/sweep.js';
import type { Household } from '../../../domain/households/household.js';
import type { HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import { civilMomentAt } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { occurrenceLink } from '../../shared/links.js';
import type { AccessOutcome } from '../ports.js';
import type { AccessToken, CalendarProvider } from '../provider.js';
import type { UnitOfWorkScope } from '../../shared/unit-of-work.js';
import type { MirrorDependencies } from './mirror-dependencies.js';

type Denied = { readonly kind: 'unauthorized' } | { readonly kind: 'scopeMissing' };
type Transient = { readonly kind: 'transient'; readonly detail: string };

/** The link is another one by now, or none: what this run knows does not count any more. */
export class LinkChanged extends Error {
  override readonly name = 'LinkChanged';
}

export type OpenedRun =
  | { readonly kind: 'open'; readonly run: MirrorRun }
  /** No calendar is linked, or not one that can be used. */
  | { readonly kind: 'none' }
  | { readonly kind: 'cooling'; readonly retryInMs: number }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'unavailable'; readonly detail: string };

/** Called under the household's lock. */
export async function openRun(
  dependencies: MirrorDependencies,
  householdId: HouseholdId,
): Promise<OpenedRun> {
  const { unitOfWork, calendarProvider, calendarAccess, clock } = dependencies;
  if (calendarProvider === null) return { kind: 'none' };
  const found = await unitOfWork.run(async ({ calendarMirror, households }) => {
    const link = await calendarMirror.find(householdId);
    if (link?.status !== 'ACTIVE') return null;
    const household = await households.findForUpdate(householdId);
    return household && { link, household };
  });
  if (found === null) return { kind: 'none' };
  const now = clock.now();
  const { coolUntil, connectionId } = found.link;
  if (coolUntil !== null && coolUntil > now) return { kind: 'cooling', retryInMs: coolUntil - now };
  const access = await calendarAccess.accessToken(connectionId);
  if (access.kind === 'revoked') return access;
  if (access.kind === 'transient') return { kind: 'unavailable', detail: access.detail };
  const context = await contextOf(dependencies, found.household);
  return {
    kind: 'open',
    run: new MirrorRun(dependencies, calendarProvider, found.link, found.household, context, access.token),
  };
}

async function contextOf(
  { households, categories, webBaseUrl }: MirrorDependencies,
  household: Household,
): Promise<RenderContext> {
  const [members, named] = await Promise.all([
    households.members(household.id, { withFormer: true }),
    categories.list(household.id, { limit: 1000, after: null }),
  ]);
  return {
    household,
    memberNames: new Map(members.map(({ id, name }) => [id, name])),
    categoryNames: new Map(named.rows.map(({ id, name }) => [id, name])),
    linkTo: (householdId, occurrenceId) => occurrenceLink(webBaseUrl, householdId, occurrenceId),
  };
}

const ANY_EVENTS = { updatedSince: null, includeDeleted: false, endsAfter: null, page: null } as const;
type Outcome = InsertOutcome | UpdateOutcome | DeleteOutcome | GetOutcome | ListOutcome;

/** What is done with a household's calendar in one go: with one link, one token and one idea of what day it is. */
export class MirrorRun {
  readonly link: CalendarLink;
  readonly household: Household;
  readonly place: SweepPlace;
  readonly dependencies: MirrorDependencies;
  readonly #provider: CalendarProvider;
  readonly #context: RenderContext;
  #token: AccessToken;

  constructor(
    dependencies: MirrorDependencies,
    provider: CalendarProvider,
    link: CalendarLink,
    household: Household,
    context: RenderContext,
    token: AccessToken,
  ) {
    this.dependencies = dependencies;
    this.#provider = provider;
    this.link = link;
    this.household = household;
    this.#context = context;
    this.#token = token;
    const { date } = civilMomentAt(household.timeZone, dependencies.clock.now());
    this.place = { household, calendarId: link.calendarId, window: syncWindow(date) };
  }

  /** What the calendar should show of it; null: nothing. */
  want(occurrence: Occurrence | null): Wanted | null {
    if (occurrence === null || !isEligible(occurrence)) return null;
    return { ...rendered(occurrence, this.#context), frame: frameOf(occurrence, this.#context) };
  }

  toSweepEntry(id: OccurrenceId, entry: MirrorEntry): SweepEntry {
    return { ...entry, id, want: this.want(entry.occurrence) };
  }

  /** Asks about one event until it is clear how it stands there. */
  async ask(first: Call): Promise<WriteOutcome> {
    let next: Call | Over = first;
    while (next.kind !== 'over') {
      const call: Call = next;
      const answer = await this.call<Outcome>((provider, token, calendarId) =>
        this.#request(call, provider, token, calendarId),
      );
      next = step(call, answer);
    }
    return next.outcome;
  }

  #request(call: Call, provider: CalendarProvider, token: AccessToken, calendarId: string): Promise<Outcome> {
    switch (call.kind) {
      case 'insert':
        return provider.insertEvent(token, calendarId, call.eventId, call.event);
      case 'update':
        return provider.updateEvent(token, calendarId, call.eventId, call.event, call);
      case 'read':
      case 'readForbidden':
        return provider.getEvent(token, calendarId, call.eventId);
      case 'delete':
        return provider.deleteEvent(token, calendarId, call.eventId, null);
      case 'listNotFound':
        return provider.listEvents(token, calendarId, { ...ANY_EVENTS, householdId: this.household.id });
    }
  }

  /** One request to the provider, and another one if its token had ended. */
  async call<Outcome extends { readonly kind: string }>(
    request: (provider: CalendarProvider, token: AccessToken, calendarId: string) => Promise<Outcome>,
  ): Promise<Exclude<Outcome, Denied> | Revoked | Transient> {
    const { calendarAccess } = this.dependencies;
    const { calendarId, connectionId } = this.link;
    const first = await request(this.#provider, this.#token, calendarId);
    if (first.kind === 'scopeMissing') return this.#withdrawn();
    if (first.kind !== 'unauthorized') return first as Exclude<Outcome, Denied>;
    const renewed: AccessOutcome = await calendarAccess.renewed(connectionId, this.#token);
    if (renewed.kind !== 'token') return renewed;
    this.#token = renewed.token;
    const second = await request(this.#provider, this.#token, calendarId);
    if (second.kind === 'scopeMissing') return this.#withdrawn();
    if (second.kind === 'unauthorized') return { kind: 'transient', detail: 'a renewed token was refused' };
    return second as Exclude<Outcome, Denied>;
  }

  /** A transaction in which the link is still this one; throws {@link LinkChanged} otherwise. */
  fenced<T>(work: (scope: UnitOfWorkScope, link: CalendarLink) => Promise<T>): Promise<T> {
    return this.dependencies.unitOfWork.run(async (scope) => {
      const link = await scope.calendarMirror.findForUpdate(this.household.id);
      if (link?.status !== 'ACTIVE' || link.generation !== this.link.generation) throw new LinkChanged();
      return work(scope, link);
    });
  }

  async #withdrawn(): Promise<Revoked> {
    await this.dependencies.calendarAccess.withdrawn(this.link.connectionId, this.#token);
    return { kind: 'revoked' };
  }
}
