import { renderEvent, type RenderedEvent, type RenderContext } from '../../../domain/calendar/render.js';
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
  type CalendarCall,
  type CallResult,
  type WriteOutcome,
} from '../../../domain/calendar/step.js';
import type { SweepEntry, SweepPlace } from '../../../domain/calendar/sweep.js';
import type { Household } from '../../../domain/households/household.js';
import type { HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import { civilMomentAt } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { occurrenceLink } from '../../shared/links.js';
import type { UnitOfWorkScope } from '../../composition/unit-of-work.js';
import type { AccessOutcome, CalendarAccess } from '../ports.js';
import type { AccessToken, CalendarProvider } from '../provider.js';
import { openProviderSession, type AuthorizedOutcome, type ProviderSession } from '../provider-session.js';
import type { Needs } from '../../composition/needs.js';

export type MirrorDependencies = Needs<
  | 'unitOfWork'
  | 'households'
  | 'categories'
  | 'calendarProvider'
  | 'exclusiveLock'
  | 'clock'
  | 'ids'
  | 'random'
  | 'logger'
  | 'metrics'
  | 'webBaseUrl'
> & { readonly calendarAccess: CalendarAccess };

/** The name of the lock under which all work on a household's calendar runs, in all processes. */
export const lockName = (householdId: HouseholdId): string => `calendar ${householdId}`;

/**
 * Thrown if the household's link was replaced, removed, invalidated or activated again during a run. The run stops,
 * because its data is outdated.
 */
export class LinkChanged extends Error {
  override readonly name = 'LinkChanged';
}

export type OpenedRun =
  | { readonly kind: 'open'; readonly run: MirrorRun }
  /** The run ends, because no usable calendar is linked. */
  | { readonly kind: 'none' }
  | { readonly kind: 'cooling'; readonly retryInMs: number }
  | Exclude<AccessOutcome, { readonly kind: 'token' }>;

/** Prepares a run with the household's link, names and access token. The caller holds the household's lock. */
export async function openRun(
  dependencies: MirrorDependencies,
  householdId: HouseholdId,
): Promise<OpenedRun> {
  const { unitOfWork, calendarProvider, calendarAccess, clock } = dependencies;
  if (calendarProvider === null) return { kind: 'none' };
  const found = await unitOfWork.run(async ({ calendarLinks, households }) => {
    const link = await calendarLinks.find(householdId);
    if (link?.status !== 'ACTIVE') return null;
    const household = await households.findForUpdate(householdId);
    return household && { link, household };
  });
  if (found === null) return { kind: 'none' };
  const now = clock.now();
  const { coolUntil, connectionId } = found.link;
  if (coolUntil !== null && coolUntil > now) return { kind: 'cooling', retryInMs: coolUntil - now };
  const opened = await openProviderSession(calendarProvider, calendarAccess, connectionId);
  if (opened.kind !== 'open') return opened;
  const context = await readContext(dependencies, found.household);
  return {
    kind: 'open',
    run: new MirrorRun(dependencies, found.link, found.household, context, opened.session),
  };
}

async function readContext(
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

/**
 * One run of the synchronisation of a household's calendar. The link and the date of today are read once and stay the
 * same.
 */
export class MirrorRun {
  readonly link: CalendarLink;
  readonly household: Household;
  readonly place: SweepPlace;
  readonly dependencies: MirrorDependencies;
  readonly #context: RenderContext;
  readonly #session: ProviderSession;

  constructor(
    dependencies: MirrorDependencies,
    link: CalendarLink,
    household: Household,
    context: RenderContext,
    session: ProviderSession,
  ) {
    this.dependencies = dependencies;
    this.link = link;
    this.household = household;
    this.#context = context;
    this.#session = session;
    const { date } = civilMomentAt(household.timeZone, dependencies.clock.now());
    this.place = { household, calendarId: link.calendarId, window: syncWindow(date) };
  }

  /** Returns what the calendar should show for the occurrence, or null if it should show nothing. */
  want(occurrence: Occurrence | null): RenderedEvent | null {
    return occurrence !== null && isEligible(occurrence) ? renderEvent(occurrence, this.#context) : null;
  }

  toSweepEntry(id: OccurrenceId, entry: MirrorEntry): SweepEntry {
    return { ...entry, id, want: this.want(entry.occurrence) };
  }

  /**
   * Sends requests, beginning with `first`, until the service knows the state of the event in the calendar, or why the
   * calendar cannot be used. Returns the outcome of the whole sequence.
   */
  async ask(first: CalendarCall): Promise<WriteOutcome> {
    let next: CalendarCall | CallResult = first;
    while (next.kind !== 'over') {
      const call: CalendarCall = next;
      const answer = await this.call<Outcome>((provider, token, calendarId) =>
        this.#request(call, provider, token, calendarId),
      );
      next = step(call, answer);
    }
    return next.outcome;
  }

  #request(
    call: CalendarCall,
    provider: CalendarProvider,
    token: AccessToken,
    calendarId: string,
  ): Promise<Outcome> {
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

  call<Outcome extends { readonly kind: string }>(
    request: (provider: CalendarProvider, token: AccessToken, calendarId: string) => Promise<Outcome>,
  ): Promise<AuthorizedOutcome<Outcome>> {
    const { calendarId } = this.link;
    return this.#session.call((provider, token) => request(provider, token, calendarId));
  }

  /**
   * Runs a transaction. It first checks that the household's link has not changed since the run began, and throws
   * {@link LinkChanged} otherwise.
   */
  fenced<T>(work: (scope: UnitOfWorkScope, link: CalendarLink) => Promise<T>): Promise<T> {
    return this.dependencies.unitOfWork.run(async (scope) => {
      const link = await scope.calendarLinks.findForUpdate(this.household.id);
      if (link?.status !== 'ACTIVE' || link.generation !== this.link.generation) throw new LinkChanged();
      return work(scope, link);
    });
  }
}
