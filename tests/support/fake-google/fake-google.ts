import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { Barriers } from './barriers.js';
import { USUAL, type Behaviour } from './behaviour.js';
import { CalendarHand } from './calendar-hand.js';
import { Calendars, type Account, type Role } from './calendars.js';
import { FakeGoogleClock } from './clock.js';
import { bearerOf, dispatcher } from './dispatch.js';
import { FaultPlan } from './faults.js';
import { Grants } from './grants.js';
import { addHistory } from './history.js';
import { listen } from './http-server.js';
import { Journal } from './journal.js';
import type { Client, Visitor } from './oauth-endpoints.js';
import { Quotas } from './quotas.js';
import { SigningKeys } from './signing-keys.js';
import type { World } from './world.js';

export const CALENDAR_CLIENT: Client = {
  clientId: '1234-planner.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-secret-of-the-tests',
  redirectUris: [
    'http://localhost:3000/v1/calendar/google/callback',
    'http://localhost:3000/v1/auth/google/callback',
  ],
};

/** The two calendar scopes that the planner asks for, beside those for signing in. */
export const CALENDAR_SCOPES = ['calendar.calendarlist.readonly', 'calendar.events'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

const GRANTED = ['openid', 'https://www.googleapis.com/auth/userinfo.email', ...CALENDAR_SCOPES];

export type FakeGoogleOptions = {
  /** The clock that the fake follows; by default the system clock. */
  readonly clock?: { now(): number };
  readonly clients?: readonly Client[];
  readonly behaviour?: Partial<Behaviour>;
};

/**
 * Google's OAuth and Calendar API as far as the planner uses them, over HTTP on one origin.
 * The test that starts it creates accounts and calendars, acts as their users, plans faults and reads the
 * journal. None of this is possible over HTTP.
 */
export class FakeGoogle {
  readonly journal = new Journal();
  readonly faults = new FaultPlan();
  readonly barriers = new Barriers();
  readonly #world: World;
  readonly #server: Server;
  #problems: string[] = [];

  private constructor(world: World, server: Server) {
    this.#world = world;
    this.#server = server;
  }

  static async start(options: FakeGoogleOptions = {}): Promise<FakeGoogle> {
    const started: { google?: FakeGoogle; desk?: ReturnType<FakeGoogle['deskOf']> } = {};
    const { server, url } = await listen(() => {
      if (started.desk === undefined) throw new Error('not started yet');
      return started.desk;
    });
    const clock = new FakeGoogleClock(options.clock ?? { now: () => Date.now() });
    const behaviour = { ...USUAL, ...options.behaviour };
    const world: World = {
      ...{ url, clock, behaviour, calendars: new Calendars(), grants: new Grants(clock, behaviour) },
      ...{
        quotas: new Quotas(clock),
        keys: new SigningKeys(),
        clients: options.clients ?? [CALENDAR_CLIENT],
      },
      visitor: { account: accountOf({}) },
    };
    const google = new FakeGoogle(world, server);
    started.desk = google.deskOf(world);
    return google;
  }

  get url(): string {
    return this.#world.url;
  }

  get clock(): FakeGoogleClock {
    return this.#world.clock;
  }

  get behaviour(): Behaviour {
    return this.#world.behaviour;
  }

  get quotas(): Quotas {
    return this.#world.quotas;
  }

  get keys(): SigningKeys {
    return this.#world.keys;
  }

  get visitor(): Visitor {
    return this.#world.visitor;
  }

  set visitor(visitor: Visitor) {
    this.#world.visitor = visitor;
  }

  /** The settings with which the service uses this server. */
  get settings() {
    const [client = CALENDAR_CLIENT] = this.#world.clients;
    return {
      clientId: client.clientId,
      clientSecret: client.clientSecret,
      redirectUri: client.redirectUris[0] ?? '',
      authUrl: `${this.url}/o/oauth2/v2/auth`,
      tokenUrl: `${this.url}/token`,
      revokeUrl: `${this.url}/revoke`,
      certsUrl: `${this.url}/oauth2/v1/certs`,
      issuers: [this.url],
      apiRoot: this.url,
    };
  }

  /** Creates an account with its primary calendar. */
  addAccount(fields: Partial<Account> & { timeZone?: string } = {}): Account {
    const { timeZone = 'Europe/Paris', ...person } = fields;
    const account = accountOf(person);
    const { email } = account;
    this.#world.calendars.add({ id: email, owner: account, summary: email, timeZone, primary: true });
    return account;
  }

  /**
   * Creates a calendar with `history` events and tombstones that others left there. The owner is a new
   * account by default.
   */
  addCalendar(fields: {
    owner?: Account;
    summary?: string;
    timeZone?: string;
    history?: number;
    seed?: number;
    shared?: readonly (readonly [Account, Role])[];
  }): CalendarHand {
    const {
      owner = accountOf({}),
      summary = 'Home',
      timeZone = 'Europe/Paris',
      history = 0,
      seed = 1,
    } = fields;
    const calendar = this.#world.calendars.add({ owner, summary, timeZone });
    for (const [account, role] of fields.shared ?? []) calendar.roles.set(account.sub, role);
    addHistory(calendar, { count: history, seed, now: this.clock.now() });
    return new CalendarHand(calendar, this.clock);
  }

  calendar(id: string): CalendarHand {
    return new CalendarHand(this.#world.calendars.get(id), this.clock);
  }

  /** Opens the authorisation page as a browser does, and returns the address of the redirect. */
  async consent(location: string): Promise<string> {
    const answer = await fetch(location, { redirect: 'manual' });
    const back = answer.headers.get('location');
    if (back === null) throw new Error(`${answer.status} ${await answer.text()}`);
    return back;
  }

  /** Returns tokens without the way through the browser. */
  grant(account: Account, scopes: readonly string[] = GRANTED) {
    const { grants } = this.#world;
    const grant = grants.consent(account, this.settings.clientId, scopes);
    const { token: accessToken, expiresAt } = grants.issueAccessToken(grant, scopes);
    return { accessToken, expiresAt, refreshToken: grants.issueRefreshToken(grant, scopes) };
  }

  /** Withdraws the consent of the account, as its user can on Google's pages. */
  withdraw(account: Account): void {
    this.#world.grants.end(account);
  }

  /**
   * Makes all access tokens of the account invalid although they have not expired. Refresh tokens stay valid.
   */
  dropAccessTokens(account: Account): void {
    this.#world.grants.dropAccessTokens(account);
  }

  /** Returns true if the account still has a grant for the planner. */
  isGranted(account: Account): boolean {
    return this.#world.grants.find(account, this.settings.clientId) !== undefined;
  }

  /** Returns violations of the protocol by either side since the last call. */
  takeProblems(): readonly string[] {
    return this.#problems.splice(0);
  }

  /** Closes the server. Rejects if there were violations of the protocol, so that the test fails. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    const problems = this.takeProblems();
    if (problems.length > 0) throw new Error(`the fake Google met:\n${problems.join('\n')}`);
  }

  private deskOf(world: World) {
    const { journal, faults, barriers } = this;
    return {
      ...{ journal, faults, barriers, dispatch: dispatcher(world), now: () => world.clock.now() },
      accountOf: (call: Parameters<typeof bearerOf>[0]) =>
        world.grants.ofAccessToken(bearerOf(call) ?? '')?.account.email ?? null,
      report: (problem: string) => void this.#problems.push(problem),
    };
  }
}

function accountOf(fields: Partial<Account>): Account {
  const sub = `1${[...randomBytes(20)].map((byte) => byte % 10).join('')}`;
  return {
    sub,
    email: `person-${sub.slice(-8)}@gmail.example`,
    emailVerified: true,
    name: 'Zoé Martin',
    ...fields,
  };
}
