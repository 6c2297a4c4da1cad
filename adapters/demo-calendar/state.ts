import type { RemoteCalendar } from '../../application/calendar/provider.js';
import type { RemoteEvent } from '../../domain/calendar/answers.js';

export type StoredDemoEvent = RemoteEvent & {
  /** true if the event was deleted so long ago that it cannot be restored. */
  readonly purged: boolean;
  /** The household whose member added the event by hand. null means that the synchronisation created it. */
  readonly madeIn: string | null;
};

/** The whole state of the demo provider. */
export type DemoState = {
  /** The valid refresh tokens, with the time when each was issued. */
  readonly grants: Readonly<Record<string, number>>;
  /** The events by calendar id, then by event id. */
  readonly events: Readonly<Record<string, Readonly<Record<string, StoredDemoEvent>>>>;
  /** The number of changes so far. It becomes the etag of the event that was changed last. */
  readonly changes: number;
};

export const EMPTY: DemoState = { grants: {}, events: {}, changes: 0 };

/** Two calendars that can be written and one that can only be read. */
export const DEMO_CALENDARS: readonly RemoteCalendar[] = [
  { id: 'demo-family', name: 'Family', accessRole: 'writer', primary: false, color: '#0b8043' },
  { id: 'demo-own', name: 'Demo', accessRole: 'owner', primary: true, color: '#3f51b5' },
  { id: 'demo-school', name: 'School', accessRole: 'reader', primary: false, color: '#f4511e' },
];
