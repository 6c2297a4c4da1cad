/**
 * The parts of the discovery document of the Calendar API (v3) that the planner uses, as JSON schemas. They
 * are stricter than the document: unknown fields are forbidden, and fields that every answer has are
 * required.
 */
const string = { type: 'string' };
const boolean = { type: 'boolean' };
const instant = { type: 'string', format: 'date-time' };
const properties = { type: 'object', additionalProperties: string };

const closed = (fields: object, required: readonly string[] = []) => ({
  ...{ type: 'object', additionalProperties: false, properties: fields, required },
});

const listOf = (items: object) => ({ type: 'array', items });

/** null in a patch removes the field. */
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

const eventDateTime = closed({
  date: orNull({ type: 'string', format: 'date' }),
  dateTime: orNull(string),
  timeZone: orNull(string),
});

const person = closed({ email: string, displayName: string, self: boolean, id: string });

const writable = {
  summary: string,
  description: string,
  location: string,
  colorId: string,
  status: { enum: ['confirmed', 'tentative', 'cancelled'] },
  transparency: { enum: ['opaque', 'transparent'] },
  visibility: { enum: ['default', 'public', 'private', 'confidential'] },
  attendees: listOf({ type: 'object', required: ['email'] }),
  recurrence: listOf(string),
  reminders: closed({
    useDefault: boolean,
    overrides: listOf(
      closed({
        method: { enum: ['email', 'popup'] },
        minutes: { type: 'integer', minimum: 0, maximum: 40320 },
      }),
    ),
  }),
  extendedProperties: closed({ private: properties, shared: properties }),
  sequence: { type: 'integer' },
  start: eventDateTime,
  end: eventDateTime,
};

const nullable = Object.fromEntries(Object.entries(writable).map(([name, schema]) => [name, orNull(schema)]));

const event = closed(
  {
    ...writable,
    kind: { const: 'calendar#event' },
    etag: { type: 'string', pattern: '^"\\d+"$' },
    id: string,
    htmlLink: string,
    created: instant,
    updated: instant,
    creator: person,
    organizer: person,
    iCalUID: string,
    eventType: string,
  },
  ['kind', 'etag', 'id', 'status', 'updated'],
);

const calendarListEntry = closed(
  {
    kind: { const: 'calendar#calendarListEntry' },
    etag: string,
    id: string,
    summary: string,
    timeZone: string,
    colorId: string,
    backgroundColor: string,
    foregroundColor: string,
    selected: boolean,
    accessRole: { enum: ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'] },
    defaultReminders: listOf({}),
    conferenceProperties: { type: 'object' },
    primary: boolean,
  },
  ['kind', 'etag', 'id', 'summary', 'accessRole'],
);

const listOfEvents = closed(
  {
    kind: { const: 'calendar#events' },
    etag: string,
    summary: string,
    updated: instant,
    timeZone: string,
    accessRole: string,
    defaultReminders: listOf({}),
    nextPageToken: string,
    items: listOf(event),
  },
  ['kind', 'etag', 'timeZone', 'accessRole', 'items'],
);

const listOfCalendars = closed(
  {
    kind: { const: 'calendar#calendarList' },
    etag: string,
    nextPageToken: string,
    items: listOf(calendarListEntry),
  },
  ['kind', 'etag', 'items'],
);

const token = closed(
  {
    access_token: string,
    expires_in: { type: 'integer' },
    refresh_token: string,
    scope: string,
    token_type: { const: 'Bearer' },
    id_token: string,
  },
  ['access_token', 'expires_in', 'scope', 'token_type'],
);

/** Request bodies by operation. */
export const REQUESTS: Readonly<Record<string, object>> = {
  'events.insert': closed({ ...writable, id: string }, ['start', 'end']),
  'events.update': closed({ ...writable, id: string }, ['start', 'end']),
  'events.patch': closed(nullable),
};

/** Bodies of successful answers by operation. */
export const RESPONSES: Readonly<Record<string, object>> = {
  'calendarList.list': listOfCalendars,
  'calendarList.get': calendarListEntry,
  'events.list': listOfEvents,
  'events.get': event,
  'events.insert': event,
  'events.update': event,
  'events.patch': event,
  'oauth.token': token,
};

/** The body of an error of the Calendar API. */
export const ERROR = closed(
  {
    error: closed(
      {
        code: { type: 'integer' },
        message: string,
        errors: {
          ...{ minItems: 1 },
          ...listOf(
            closed(
              { domain: string, reason: string, message: string, locationType: string, location: string },
              ['domain', 'reason', 'message'],
            ),
          ),
        },
      },
      ['code', 'message', 'errors'],
    ),
  },
  ['error'],
);

/**
 * The query parameters that the fake supports, by operation. A request with any other parameter is reported,
 * because the fake would ignore the parameter.
 */
export const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'calendarList.list': ['maxResults', 'pageToken'],
  'events.list': [
    ...['privateExtendedProperty', 'updatedMin', 'showDeleted', 'maxResults', 'pageToken'],
    ...['timeMin', 'timeMax', 'timeZone', 'orderBy', 'singleEvents'],
  ],
  'events.get': ['timeZone'],
};
