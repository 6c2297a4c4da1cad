import type { JsonSchema } from '../../validation/compose.js';

const HOUSEHOLD = '01a216e2-11b8-7670-8bb3-000000000001';
const MEMBER = '01a216e2-11b8-7670-8bb3-000000000002';
const ID = '01a216e2-11b8-7670-8bb3-000000000004';

/** Example values of fields, by name. The first value that the schema allows is used. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  accessToken: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMWEyIn0.c2ln'],
  accessTokenExpiresIn: [900],
  activeFrom: [null],
  activeUntil: [null],
  attachmentBytes: [10_485_760],
  calendarName: ['Family'],
  categories: [[]],
  dayCalendars: [[]],
  defaultEffortMinutes: [30],
  devices: [[]],
  displays: [[]],
  feeds: [[]],
  limitBytes: [1_073_741_824],
  notifications: [[]],
  operations: [[]],
  passwordMin: [10],
  pauses: [[]],
  recurrence: [{ frequency: 'weekly', byDay: [{ day: 'tu' }] }],
  series: [[]],
  sessions: [[]],
  shoppingItems: [[]],
  shoppingLists: [[]],
  size: [48_211],
  swaps: [[]],
  templates: [[]],
  usedBytes: [48_211],
  visibility: ['SHARED'],
  calendarTitleFormat: ['{title}'],
  code: ['VALIDATION_FAILED'],
  color: ['#2f855a'],
  completedAt: [null],
  completedBy: [null],
  completedFor: [null],
  completedForIds: [[]],
  conflict: [null],
  contentType: ['image/jpeg'],
  cursor: ['AUSj8wEBAAAAAAAAAAE'],
  date: ['2026-12-01'],
  dateReason: [null],
  deletedAt: [null],
  description: ['Fix the tap'],
  displayName: ['Ana'],
  doneBy: [[]],
  drawn: [null],
  durationMinutes: [30],
  email: ['ana@example.org'],
  endedAt: [null],
  endsAt: ['2026-12-01T18:00:00.000Z'],
  error: [null],
  escalateAfterMinutes: [null],
  fileName: ['tap.jpg'],
  from: ['2026-12-01'],
  googleSyncStatus: ['SYNCED'],
  householdName: ['Home'],
  icon: ['chef-hat'],
  invitedBy: ['Ana'],
  lastError: [null],
  leftAt: [null],
  members: [[]],
  message: ['Some fields are invalid'],
  missed: ['keep'],
  nag: [null],
  name: ['Home'],
  newCategory: [null],
  nextTryAt: [null],
  note: [null],
  notes: [null],
  originalDate: ['2026-12-01'],
  overdue: [false],
  packageName: ['org.example.planner'],
  pairingCode: ['H7KQ2M'],
  params: [{}],
  pendingSince: [null],
  platform: ['WEB'],
  priority: ['NORMAL'],
  progress: [null],
  publicKey: ['BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'],
  quietHours: [{ from: '22:00', to: '07:00' }],
  readAt: [null],
  reason: [null],
  refreshToken: ['f8gCZp3xTj0mVbq4RwKs7yLd2NhU1oEa'],
  reminders: [[60]],
  revokedAt: [null],
  rotation: [null],
  rrule: ['FREQ=WEEKLY;BYDAY=TU'],
  season: [null],
  section: ['Dairy'],
  sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  shift: [null],
  showFrom: [null],
  skippedReason: [null],
  softDue: [null],
  startsAt: ['2026-12-01T17:30:00.000Z'],
  status: ['TODO'],
  subject: [null],
  text: ['Every Tuesday'],
  time: ['18:30'],
  timeZone: ['Europe/Paris'],
  title: ['Fix the tap'],
  to: ['2026-12-31'],
  token: ['f8gCZp3xTj0mVbq4RwKs7yLd2NhU1oEa'],
  turnOf: [null],
  undoUntil: ['2026-12-05T14:01:07.732Z'],
  undoes: [null],
  undoneBy: [null],
  unit: ['kg'],
  url: ['https://planner.example.org/join#token=f8gCZp3xTj0mVbq4RwKs7yLd2NhU1oEa'],
  userAgent: ['Mozilla/5.0'],
  version: [1, '0.1.0'],
  versionCode: [12],
  versionName: ['1.2.0'],
  via: [null],
  was: [null],
  webBuild: ['2026-11-28'],
  weight: [100],
  whenAway: [null],
};

/** Flags that are true in examples. All other flags are false in examples. */
const TRUE: ReadonlySet<string> = new Set([
  ...[
    'changes',
    'commands',
    'google',
    'hasAccount',
    'hasPassword',
    'emailVerified',
    'inApp',
    'mail',
    'operations',
  ],
  ...[
    'paired',
    'password',
    'push',
    'registration',
    'secureCookies',
    'selectable',
    'takesTurns',
    'undoable',
    'current',
  ],
  ...['complete', 'turns', 'displays'],
]);

/**
 * Returns an example of an answer that has this schema. It contains the required fields, and optional ones that
 * have an example value here.
 */
export function exampleOf(schema: JsonSchema, components: ReadonlyMap<string, JsonSchema>): unknown {
  return new ExampleWriter(components).write(schema, '');
}

/** Lists at this depth or deeper are empty, unless they must have elements. So examples stay short. */
const MAX_DEPTH = 4;

class ExampleWriter {
  readonly #components: ReadonlyMap<string, JsonSchema>;

  constructor(components: ReadonlyMap<string, JsonSchema>) {
    this.#components = components;
  }

  write(schema: JsonSchema, name: string, depth = 0): unknown {
    const known = VALUES[name]?.find((value) => this.#allows(schema, value));
    if (known !== undefined) return known;
    const target = this.#resolve(schema);
    const forms = alternativesOf(target);
    if (forms !== null) return this.write(forms[0] ?? {}, name, depth);
    if ('const' in target) return target['const'];
    const [listed] = [...((target['enum'] ?? target['examples'] ?? []) as unknown[])];
    if (listed !== undefined) return listed;
    return this.#writeType(target, name, depth);
  }

  #writeType(schema: JsonSchema, name: string, depth: number): unknown {
    switch (schema['type']) {
      case 'object': {
        const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
        const required = new Set((schema['required'] ?? []) as string[]);
        const shown = properties.filter(([key]) => required.has(key) || key in VALUES);
        return Object.fromEntries(
          shown.map(([key, property]) => [key, this.write(property, key, depth + 1)]),
        );
      }
      case 'array':
        return depth >= MAX_DEPTH && schema['minItems'] === undefined
          ? []
          : [this.write((schema['items'] ?? {}) as JsonSchema, name, depth + 1)];
      case 'boolean':
        return TRUE.has(name);
      case 'integer':
      case 'number':
        return Math.max(1, (schema['minimum'] as number | undefined) ?? 1);
      case 'string':
        return textOf(schema, name);
      default:
        return schema['type'] === undefined ? null : {};
    }
  }

  #resolve(schema: JsonSchema): JsonSchema {
    const reference = schema['$ref'] as string | undefined;
    if (reference === undefined) return schema;
    return this.#resolve(this.#components.get(reference.replace('#/components/schemas/', '')) ?? {});
  }

  /**
   * Returns true if the schema allows the value: its type, and its enumeration, pattern or format if there is
   * one.
   */
  #allows(schema: JsonSchema, value: unknown): boolean {
    const target = this.#resolve(schema);
    const forms = (target['anyOf'] ?? target['oneOf']) as JsonSchema[] | undefined;
    if (forms !== undefined) return forms.some((form) => this.#allows(form, value));
    if ('const' in target) return target['const'] === value;
    if (target['enum'] !== undefined) return (target['enum'] as unknown[]).includes(value);
    if (typeof target['pattern'] === 'string' && !new RegExp(target['pattern'], 'u').test(String(value)))
      return false;
    if (target['format'] === 'date' && !/^\d{4}-\d\d-\d\d$/.test(String(value))) return false;
    if (target['format'] === 'date-time' && !/^\d{4}-\d\d-\d\dT/.test(String(value))) return false;
    return target['type'] === typeOf(value);
  }
}

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] | null {
  return ((schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined) ?? null;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

function textOf(schema: JsonSchema, name: string): string {
  switch (schema['format']) {
    case 'uuid':
      if (name === 'householdId') return HOUSEHOLD;
      return /member|by$|for|managers|assign/i.test(name) ? MEMBER : ID;
    case 'date':
      return '2026-12-01';
    case 'date-time':
      return '2026-11-28T14:01:07.732Z';
    case 'uri':
    case 'uri-reference':
      return 'https://planner.example.org/';
    case 'idn-email':
      return 'ana@example.org';
    default:
      return typeof schema['pattern'] === 'string' ? '18:30' : 'text';
  }
}
