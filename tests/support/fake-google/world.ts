import type { Behaviour } from './behaviour.js';
import type { Calendars } from './calendars.js';
import type { FakeGoogleClock } from './clock.js';
import type { Grants } from './grants.js';
import type { Quotas } from './quotas.js';
import type { SigningKeys } from './signing-keys.js';
import type { Client, Visitor } from './oauth-endpoints.js';

/** Everything that the fake Google consists of. */
export type World = {
  /** The origin, which is also the issuer. */
  readonly url: string;
  readonly clock: FakeGoogleClock;
  readonly behaviour: Behaviour;
  readonly calendars: Calendars;
  readonly grants: Grants;
  readonly quotas: Quotas;
  readonly keys: SigningKeys;
  readonly clients: readonly Client[];
  /** The user of the consent page, with their choices there. */
  visitor: Visitor;
};
