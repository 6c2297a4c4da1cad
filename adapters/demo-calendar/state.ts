import type { RemoteCalendar } from '../../application/calendar/provider.js';
import type { RemoteEvent } from '../../domain/calendar/answers.js';

export type DemoEvent = RemoteEvent & {
  /** Deleted so long ago that it cannot come back. */
  readonly purged: boolean;
  /** The household whose members put it there by hand; null: the mirror did. */
  readonly madeIn: string | null;
};

/** Everything that the pretended provider knows. */
export type DemoState = {
  /** The refresh tokens that are good, and when each was issued. */
  readonly grants: Readonly<Record<string, number>>;
  /** By calendar, then by id. */
  readonly events: Readonly<Record<string, Readonly<Record<string, DemoEvent>>>>;
  /** How many changes there were, of which etags are made. */
  readonly changes: number;
};

export const EMPTY: DemoState = { grants: {}, events: {}, changes: 0 };

/** One of each kind that matters: two that can be written, and one that cannot. */
export const DEMO_CALENDARS: readonly RemoteCalendar[] = [
  { id: 'demo-family', name: 'Family', accessRole: 'writer', primary: false, color: '#0b8043' },
  { id: 'demo-own', name: 'Demo', accessRole: 'owner', primary: true, color: '#3f51b5' },
  { id: 'demo-school', name: 'School', accessRole: 'reader', primary: false, color: '#f4511e' },
];
