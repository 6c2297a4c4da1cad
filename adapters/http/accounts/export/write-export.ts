import type { Caller, MemberCaller } from '../../../../application/shared/caller.js';
import type { UseCases } from '../../../../application/composition/use-cases.js';
import type { Account } from '../../../../domain/accounts/account.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { presentUser } from '../present.js';
import { presentHousehold, presentMember } from '../../households/present.js';
import { presentNotification, presentPreferences } from '../../notifications/present.js';
import { eachRow } from '../../../../application/shared/pages.js';
import type { OccurrenceDto } from '../../tasks/present.js';
import { ACCOUNT_SECTIONS, HOUSEHOLD_SECTIONS } from './sections.js';
import type { ExportedHousehold } from './present-export.js';
import { arrayPieces } from '../../send-json.js';
import { presentInstant } from '../../schema/output.js';

/** The version of the export format. It stays the same if fields are added. */
export const SCHEMA_VERSION = 1;

/**
 * Yields the data of the caller as JSON text. Each piece is read only when the client takes it, so only about a page
 * of rows and a short entry per task of a household are in memory. The data is not a snapshot: it is read while it is
 * sent.
 */
export async function* writeExport(
  useCases: UseCases,
  caller: Caller,
  account: Account,
  now: Instant,
): AsyncGenerator<string> {
  yield `{"schemaVersion":${SCHEMA_VERSION},"exportedAt":${JSON.stringify(presentInstant(now))}`;
  yield `,"user":${JSON.stringify(presentUser(account))}`;
  yield `,"notificationPreferences":${JSON.stringify(presentPreferences(await useCases.showPreferences(caller)))}`;
  for (const [name, rows] of Object.entries(ACCOUNT_SECTIONS)) yield* list(name, rows(useCases, caller, now));
  yield ',"households":[';
  let isFirst = true;
  for await (const member of eachRow((page) => useCases.listMemberships(caller, page))) {
    if (!isFirst) yield ',';
    isFirst = false;
    yield* household(useCases, member, now);
  }
  yield '],"notifications":';
  yield* arrayPieces(listNotifications(useCases, caller));
  yield '}';
}

async function* household(useCases: UseCases, caller: MemberCaller, now: Instant): AsyncGenerator<string> {
  const { members, ...summary } = await useCases.showHousehold(caller);
  const fields = JSON.stringify({ ...presentHousehold(summary), members: members.map(presentMember) });
  yield fields.slice(0, -1);
  const tasks: Tasks = new Map();
  const { occurrences, ...others } = HOUSEHOLD_SECTIONS;
  for (const [name, rows] of Object.entries(others)) yield* list(name, rows(useCases, caller, now));
  yield* list('occurrences', collecting(occurrences(useCases, caller, now), tasks));
  yield ',"tasks":';
  yield* arrayPieces(tasks.values());
  yield '}';
}

async function* list(name: string, rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:`;
  yield* arrayPieces(rows);
}

type Tasks = Map<string, ExportedHousehold['tasks'][number]>;

/**
 * Yields the rows. While it does so, it stores the task of each row in `tasks`, with the title of the last of its
 * rows.
 */
async function* collecting(rows: AsyncIterable<OccurrenceDto>, tasks: Tasks): AsyncGenerator {
  for await (const row of rows) {
    const { taskId, title, createdBy, seriesId } = row;
    tasks.set(taskId, { id: taskId, title, createdBy, seriesId });
    yield row;
  }
}

async function* listNotifications(useCases: UseCases, caller: Caller): AsyncGenerator {
  for await (const member of eachRow((page) => useCases.listMemberships(caller, page)))
    for await (const notification of eachRow((page) =>
      useCases.listNotifications(member, { unread: false }, page),
    ))
      yield presentNotification(notification);
}
