import { presentPause } from '../../days/pause-present.js';
import { presentDayCalendar } from '../../days/present.js';
import { viewerOf, type Caller, type MemberCaller } from '../../../../application/shared/caller.js';
import type { UseCases } from '../../../../application/composition/use-cases.js';
import { NO_FILTER } from '../../../../domain/tasks/views.js';
import type { Page, PageRequest } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { presentExportedAttachment } from '../../attachments/present.js';
import { presentConnection } from '../../calendar/present.js';
import { presentDisplay } from '../../displays/present.js';
import { presentFeed } from '../../feeds/present.js';
import { presentActivity } from '../../history/present.js';
import { presentCategory } from '../../households/present.js';
import { presentDevice } from '../../notifications/present.js';
import { presentOperation } from '../../operations/present.js';
import { presentSeries, presentSwap } from '../../series/present.js';
import { presentItem, presentList } from '../../shopping/present.js';
import { presentOccurrence } from '../../tasks/present.js';
import { presentTemplate } from '../../templates/present.js';
import { presentSession } from '../present.js';
import type { ExportDto, ExportedHousehold } from './present-export.js';
import { eachRow } from '../../../../application/shared/pages.js';

/** One function per list of the export. The function reads the rows of the list. */
export type Sections<Who, Document, Names extends keyof Document> = {
  readonly [Name in Names]: (
    useCases: UseCases,
    caller: Who,
    now: Instant,
  ) => AsyncIterable<Document[Name] extends readonly (infer Row)[] ? Row : never>;
};

async function* listed<Row, Shown>(
  list: (request: PageRequest) => Promise<Page<Row>>,
  present: (row: Row) => Shown,
): AsyncGenerator<Shown> {
  for await (const row of eachRow(list)) yield present(row);
}

/** The lists that belong to the account itself. */
export const ACCOUNT_SECTIONS: Sections<
  Caller,
  ExportDto,
  'sessions' | 'feeds' | 'devices' | 'calendarConnections'
> = {
  sessions: (useCases, caller) =>
    listed(
      (page) => useCases.listSessions(caller, page),
      (session) => presentSession(session, caller.sessionId),
    ),
  feeds: (useCases, caller) => listed((page) => useCases.listFeeds(caller, page), presentFeed),
  devices: (useCases, caller) => listed((page) => useCases.listDevices(caller, page), presentDevice),
  calendarConnections: (useCases, caller) =>
    listed((page) => useCases.listKeptConnections(caller, page), presentConnection),
};

const EVERYTHING = { view: 'all', ...NO_FILTER } as const;

/** The lists of each household. They contain only what the caller may see. */
export const HOUSEHOLD_SECTIONS: Sections<
  MemberCaller,
  ExportedHousehold,
  | 'categories'
  | 'series'
  | 'occurrences'
  | 'swaps'
  | 'dayCalendars'
  | 'displays'
  | 'pauses'
  | 'shoppingLists'
  | 'shoppingItems'
  | 'templates'
  | 'attachments'
  | 'activity'
  | 'operations'
> = {
  categories: (useCases, caller) => listed((page) => useCases.listCategories(caller, page), presentCategory),
  series: (useCases, caller) =>
    listed(
      (page) => useCases.listSeries(caller, page, { withEnded: true }),
      (view) => presentSeries(view, caller),
    ),
  occurrences: async function* (useCases, caller, now) {
    const present = (row: Parameters<typeof presentOccurrence>[0]) =>
      presentOccurrence(row, caller.household, now);
    yield* listed((page) => useCases.listOccurrences(caller, EVERYTHING, page), present);
    yield* listed((page) => useCases.listTrash(caller, page), present);
  },
  swaps: (useCases, caller) => listed((page) => useCases.listSwaps(caller, page), presentSwap),
  dayCalendars: async function* (useCases, caller) {
    yield* (await useCases.listDayCalendars(caller)).map((one) => presentDayCalendar(one));
  },
  displays: async function* (useCases, caller) {
    if (caller.role === 'OWNER') yield* (await useCases.listDisplays(caller)).map(presentDisplay);
  },
  pauses: async function* (useCases, caller) {
    yield* (await useCases.listPauses(caller)).map(presentPause);
  },
  shoppingLists: async function* (useCases, caller) {
    yield* (await useCases.listShoppingLists(caller)).map(presentList);
  },
  shoppingItems: (useCases, caller) =>
    listed((page) => useCases.listAllShoppingItems(caller, page), presentItem),
  templates: (useCases, caller) => listed((page) => useCases.listTemplates(caller, page), presentTemplate),
  attachments: (useCases, caller) =>
    listed((page) => useCases.listSeenAttachments(caller, page), presentExportedAttachment),
  activity: (useCases, caller) => listed((page) => useCases.listActivity(caller, page), presentActivity),
  operations: (useCases, caller, now) =>
    listed(
      (page) => useCases.listOperations(caller, page),
      (operation) => presentOperation(operation, viewerOf(caller), now),
    ),
};
