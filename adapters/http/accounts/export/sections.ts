import { Type, type TSchema } from 'typebox';
import type { Caller, MemberCaller } from '../../../../application/shared/caller.js';
import type { UseCases } from '../../../../application/use-cases.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { ExportedAttachmentDto, presentExportedAttachment } from '../../attachments/present.js';
import { CalendarConnectionDto, presentConnection } from '../../calendar/present.js';
import { DeviceDto, presentDevice } from '../../notifications/present.js';
import { FeedDto, presentFeed } from '../../feeds/present.js';
import { ActivityDto, presentActivity } from '../../history/present.js';
import { CategoryDto, presentCategory } from '../../households/present.js';
import { OccurrenceDto, presentOccurrence } from '../../tasks/present.js';
import { presentSeries, presentSwap, SeriesDto, SwapDto } from '../../series/present.js';
import { presentSession, SessionDto } from '../present.js';
import { presentItem, ShoppingItemDto } from '../../shopping/present.js';
import { presentTemplate, TemplateDto } from '../../templates/present.js';
import { rowsOf } from './rows-of.js';

/** One list of the export: its name, what a row looks like, and the rows as they are read. */
export type Section<Who> = {
  readonly name: string;
  readonly schema: TSchema;
  readonly rows: (useCases: UseCases, caller: Who, now: Instant) => AsyncIterable<unknown>;
};

async function* presented<Row>(rows: AsyncIterable<Row>, present: (row: Row) => unknown): AsyncGenerator {
  for await (const row of rows) yield present(row);
}

/** What belongs to the account itself. */
export const ACCOUNT_SECTIONS: readonly Section<Caller>[] = [
  {
    name: 'sessions',
    schema: SessionDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listSessions(caller, page)),
        (session) => presentSession(session, caller.sessionId),
      ),
  },
  {
    name: 'feeds',
    schema: FeedDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listFeeds(caller, page)),
        presentFeed,
      ),
  },
  {
    name: 'devices',
    schema: DeviceDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listDevices(caller, page)),
        presentDevice,
      ),
  },
  {
    name: 'calendarConnections',
    schema: CalendarConnectionDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listKeptConnections(caller, page)),
        presentConnection,
      ),
  },
];

const EVERYTHING = {
  view: 'all',
  from: null,
  to: null,
  assignee: null,
  categoryId: null,
  priority: null,
  status: null,
  visibility: null,
  q: null,
} as const;

/** What the caller may see of each household of theirs. */
export const HOUSEHOLD_SECTIONS: readonly Section<MemberCaller>[] = [
  {
    name: 'categories',
    schema: CategoryDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listCategories(caller, page)),
        presentCategory,
      ),
  },
  {
    name: 'series',
    schema: SeriesDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listSeries(caller, page, { withEnded: true })),
        presentSeries,
      ),
  },
  {
    name: 'occurrences',
    schema: OccurrenceDto,
    rows: async function* (useCases, caller, now) {
      const present = (row: Parameters<typeof presentOccurrence>[0]) =>
        presentOccurrence(row, caller.household, now);
      yield* presented(
        rowsOf((page) => useCases.listOccurrences(caller, EVERYTHING, page)),
        present,
      );
      yield* presented(
        rowsOf((page) => useCases.listTrash(caller, page)),
        present,
      );
    },
  },
  {
    name: 'swaps',
    schema: SwapDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listSwaps(caller, page)),
        presentSwap,
      ),
  },
  {
    name: 'shoppingItems',
    schema: ShoppingItemDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listShoppingItems(caller, page)),
        presentItem,
      ),
  },
  {
    name: 'templates',
    schema: TemplateDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listTemplates(caller, page)),
        presentTemplate,
      ),
  },
  {
    name: 'attachments',
    schema: ExportedAttachmentDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listSeenAttachments(caller, page)),
        presentExportedAttachment,
      ),
  },
  {
    name: 'activity',
    schema: ActivityDto,
    rows: (useCases, caller) =>
      presented(
        rowsOf((page) => useCases.listActivity(caller, page)),
        presentActivity,
      ),
  },
];

export const listOf = (sections: readonly Section<never>[]) =>
  Object.fromEntries(sections.map(({ name, schema }) => [name, Type.Array(schema)]));
