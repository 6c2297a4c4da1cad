/** A day, or an instant with the zone that was named for it. */
export type Moment =
  { readonly date: string } | { readonly instant: number; readonly timeZone: string | null };

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
  /** Microseconds of `updated`. */
  readonly stamp: number;
  readonly createdAt: number;
  /** The calendar that may change what all guests share. */
  readonly organizer: string;
  readonly eventType: string | null;
  /** Gone from the bin: it can come back no more. */
  readonly purged: boolean;
  /** Part of the generated history. */
  readonly noise: boolean;
  readonly content: Content;
};

/** As the provider does it; the factor two was found in samples. */
export const etagOf = ({ stamp }: StoredEvent): string => `"${stamp * 2}"`;
