/** A date, or an instant with the time zone that the client sent (null if it sent none). */
export type Moment =
  | { readonly date: string }
  | { readonly instant: number; readonly timeZone: string | null };

export type Properties = Readonly<Record<string, string>>;

/** The optional fields that clients may write. */
export type Content = {
  readonly summary?: string;
  readonly description?: string;
  readonly location?: string;
  readonly colorId?: string;
  readonly transparency?: string;
  readonly visibility?: string;
  readonly attendees?: readonly { readonly email: string; readonly responseStatus?: string }[];
  readonly recurrence?: readonly string[];
  readonly reminders?: {
    readonly useDefault: boolean;
    readonly overrides?: readonly { readonly method: string; readonly minutes: number }[];
  };
  readonly extendedProperties?: { readonly private?: Properties; readonly shared?: Properties };
};

export type StoredEvent = {
  readonly id: string;
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  readonly start: Moment;
  readonly end: Moment;
  readonly sequence: number;
  /** The time of the last update in microseconds. */
  readonly stamp: number;
  readonly createdAt: number;
  /** The calendar that owns the event. Only its users may change what all guests see. */
  readonly organizer: string;
  readonly eventType: string | null;
  /** True if the event was purged from the bin and cannot be restored. */
  readonly purged: boolean;
  /** True if the event belongs to the generated history. */
  readonly noise: boolean;
  readonly content: Content;
};

/** Google's etags are twice the time of the last update, according to recorded answers. */
export const etagOf = ({ stamp }: StoredEvent): string => `"${stamp * 2}"`;
