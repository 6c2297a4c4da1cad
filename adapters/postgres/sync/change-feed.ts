import { sql, type RawBuilder } from 'kysely';
import { FORMER_MEMBER } from '../../../application/households/ports.js';
import type { ChangeFeed, ShownRows, SnapshotRange } from '../../../application/sync/ports.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import {
  kindNumber,
  NO_HEAD,
  type SyncBasis,
  type StreamHead,
  type Position,
  type Positions,
} from '../../../domain/sync/cursor.js';
import type { Audience } from '../../../domain/sync/entries.js';
import { SYNCED_KINDS, type SyncedKind } from '../../../domain/sync/journal.js';
import {
  SNAPSHOT_NOTIFICATIONS,
  type NumberedEntry,
  type StreamNews,
  type StreamPage,
} from '../../../domain/sync/page.js';
import { type Database, isOneOf, Repository } from '../database.js';
import { pauseShownTo } from '../days/pause-repository.js';
import { SUMMARIES } from '../households/household-repository.js';
import { MEMBERS } from '../households/table.js';
import { notificationsShownTo } from '../notifications/notification-repository.js';
import { timestamp } from '../field-map.js';
import {
  CATEGORIES,
  DAY_CALENDARS,
  NOTIFICATIONS,
  PAUSES,
  SHOPPING_ITEMS,
  SHOPPING_LISTS,
  TEMPLATES,
} from '../schema.js';
import { SWAP_VIEWS } from '../series/swap-repository.js';
import { SERIES_COLUMNS, seriesFromRow } from '../series/table.js';
import { visibleTo } from '../tasks/occurrence-list.js';
import { OCCURRENCE_COLUMNS, occurrenceFromRow } from '../tasks/table.js';
import { withAllFields } from '../templates/template-repository.js';
import { audienceFrom, audienceText } from './journal.js';

type Condition = RawBuilder<unknown>;

/** Says how rows of one kind are read for a member. */
type Source<Row> = {
  readonly where: (householdId: HouseholdId, viewer: MemberId) => Condition;
  readonly id: RawBuilder<unknown>;
  readonly inSnapshot?: (householdId: HouseholdId, viewer: MemberId, range: SnapshotRange) => Condition;
  readonly read: (db: Database, householdId: HouseholdId, which: Condition) => Promise<readonly Row[]>;
};

function source<Read, Row>({
  columns,
  from,
  toRow,
  ...which
}: Omit<Source<Row>, 'read'> & {
  readonly columns: RawBuilder<unknown> | ((householdId: HouseholdId) => RawBuilder<unknown>);
  readonly from: RawBuilder<unknown>;
  readonly toRow: (row: Read) => Row;
}): Source<Row> {
  const read = async (db: Database, householdId: HouseholdId, condition: Condition) => {
    const list = typeof columns === 'function' ? columns(householdId) : columns;
    const { rows } = await sql<Read>`select ${list} from ${from} where ${condition}`.execute(db);
    return rows.map((row) => toRow(row));
  };
  return { ...which, read };
}

const asRead = <Row>(row: Row): Row => row;

const SOURCES: { readonly [Kind in SyncedKind]: Source<ShownRows[Kind]> } = {
  household: source({
    columns: SUMMARIES.columns,
    from: SUMMARIES.from,
    where: (householdId, viewer) =>
      sql`m.household_id = ${householdId} and m.user_id = ${viewer} and m.left_at is null`,
    id: sql`h.id`,
    toRow: SUMMARIES.toSummary,
  }),
  member: source({
    columns: sql`${MEMBERS.select('m')}, coalesce(m.display_name, a.display_name, ${FORMER_MEMBER}) as name`,
    from: sql`members m left join accounts a on a.id = m.account_id`,
    where: (householdId) => sql`m.household_id = ${householdId}`,
    id: sql`m.user_id`,
    toRow: asRead<ShownRows['member']>,
  }),
  category: source({
    columns: CATEGORIES.select(),
    from: sql`categories`,
    where: (householdId) => sql`household_id = ${householdId}`,
    id: sql`id`,
    toRow: asRead<ShownRows['category']>,
  }),
  occurrence: source({
    columns: OCCURRENCE_COLUMNS,
    from: sql`occurrences`,
    where: (householdId, viewer) =>
      sql`household_id = ${householdId} and deleted_at is null and ${visibleTo(viewer)}`,
    id: sql`id`,
    toRow: occurrenceFromRow,
    inSnapshot: (_household, _viewer, { historyFrom, startsAt }) =>
      sql`(status = 'TODO' or date is null or date >= ${historyFrom} or completed_at >= ${timestamp(startsAt)})`,
  }),
  series: source({
    columns: SERIES_COLUMNS,
    from: sql`series s`,
    where: (householdId, viewer) => sql`household_id = ${householdId} and ${visibleTo(viewer)}`,
    id: sql`id`,
    toRow: seriesFromRow,
  }),
  shoppingItem: source({
    columns: SHOPPING_ITEMS.select(),
    from: sql`shopping_items`,
    where: (householdId) => sql`household_id = ${householdId}`,
    id: sql`id`,
    toRow: asRead<ShownRows['shoppingItem']>,
  }),
  swap: source({
    columns: SWAP_VIEWS.columns,
    from: SWAP_VIEWS.from,
    where: SWAP_VIEWS.seenBy,
    id: sql`s.id`,
    toRow: SWAP_VIEWS.toView,
  }),
  template: source({
    columns: TEMPLATES.select(),
    from: sql`task_templates`,
    where: (householdId) => sql`household_id = ${householdId}`,
    id: sql`id`,
    toRow: withAllFields,
  }),
  notification: source({
    columns: NOTIFICATIONS.select(),
    from: sql`notifications`,
    where: notificationsShownTo,
    id: sql`id`,
    toRow: asRead<ShownRows['notification']>,
    inSnapshot: (householdId, viewer) => sql`(read_at is null or id in (
      select id from notifications where ${notificationsShownTo(householdId, viewer)}
      order by created_at desc, id limit ${SNAPSHOT_NOTIFICATIONS}
    ))`,
  }),
  shoppingList: source({
    columns: SHOPPING_LISTS.select(),
    from: sql`shopping_lists`,
    where: (householdId) => sql`household_id = ${householdId}`,
    id: sql`id`,
    toRow: asRead<ShownRows['shoppingList']>,
  }),
  pause: source({
    columns: PAUSES.select(),
    from: sql`pauses`,
    where: (householdId, viewer) => sql`household_id = ${householdId} and ${pauseShownTo(viewer)}`,
    id: sql`id`,
    toRow: asRead<ShownRows['pause']>,
  }),
  dayCalendar: source({
    columns: DAY_CALENDARS.select(),
    from: sql`day_calendars`,
    where: (householdId) => sql`household_id = ${householdId}`,
    id: sql`id`,
    toRow: asRead<ShownRows['dayCalendar']>,
  }),
};

export class PostgresChangeFeed extends Repository implements ChangeFeed {
  async page(
    householdId: HouseholdId,
    member: MemberId,
    from: Positions | null,
    limit: number,
  ): Promise<(StreamPage & { readonly ground: Omit<SyncBasis, 'timeZone' | 'wording'> }) | null> {
    const behind = (audience: Audience, position: Position | undefined) =>
      position === undefined ? sql`'[]'::json` : entriesBehind(householdId, audience, position, limit + 1);
    const row = await this.findFirst(sql<PageRow>`
      select left(replace(i.epoch::text, '-', ''), 16) as epoch, m.joined_at,
        (select json_agg(json_build_object('audience', h.audience, 'seq', h.seq, 'floor', h.floor))
          from change_heads h
          where h.household_id = ${householdId} and h.audience = any(${[audienceText(null), member]}::uuid[])
        ) as heads,
        exists(select from shopping_lists where household_id = ${householdId}) as has_lists,
        exists(select from day_calendars where household_id = ${householdId}) as has_day_calendars,
        exists(select from pauses where household_id = ${householdId}) as has_pauses,
        ${behind(null, from?.everyone)} as everyone, ${behind(member, from?.own)} as own
      from installation i, (
        select joined_at from members
        where household_id = ${householdId} and user_id = ${member} and left_at is null
        union all
        select created_at from displays where household_id = ${householdId} and id = ${member}
      ) m
    `);
    if (row === null) return null;
    const findHead = (audience: Audience): StreamHead => {
      const head = row.heads?.find((one) => one.audience === audienceText(audience));
      return head === undefined ? NO_HEAD : { seq: head.seq, floor: head.floor };
    };
    return {
      ground: { epoch: row.epoch, householdId, memberId: member, joinedAt: row.joined_at },
      heads: { everyone: findHead(null), own: findHead(member) },
      everyone: (row.everyone ?? []).map(entryFrom),
      own: (row.own ?? []).map(entryFrom),
      without: new Set<SyncedKind>([
        ...(row.has_lists ? [] : (['shoppingList'] as const)),
        ...(row.has_day_calendars ? [] : (['dayCalendar'] as const)),
        ...(row.has_pauses ? [] : (['pause'] as const)),
      ]),
    };
  }

  async news(
    householdId: HouseholdId,
    from: ReadonlyMap<Audience, number>,
  ): Promise<ReadonlyMap<Audience, StreamNews>> {
    const { rows } = await sql<{ audience: string; head: number; kinds: [number, number][] | null }>`
      select h.audience, h.seq as head, (
        select json_agg(json_build_array(e.seq, e.kind)) from (
          select max(seq) as seq, kind from change_entries
          where household_id = ${householdId} and audience = h.audience and seq > s.seq group by kind
        ) e
      ) as kinds
      from unnest(${[...from.keys()].map(audienceText)}::uuid[], ${[...from.values()]}::bigint[]) as s(audience, seq)
      join change_heads h on h.household_id = ${householdId} and h.audience = s.audience
    `.execute(this.db);
    return new Map(
      rows.map(({ audience, head, kinds }) => [
        audienceFrom(audience),
        { head, kinds: (kinds ?? []).map(([seq, kind]) => ({ seq, kind: kindFrom(kind) })) },
      ]),
    );
  }

  find<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
    ids: readonly string[],
  ): Promise<readonly ShownRows[Kind][]> {
    const { where, id, read } = SOURCES[kind];
    return read(this.db, householdId, sql`${where(householdId, viewer)} and ${isOneOf(id, ids)}`);
  }

  snapshot<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
    range: SnapshotRange,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly ShownRows[Kind][]> {
    const { where, id, inSnapshot, read } = SOURCES[kind];
    const conditions = [where(householdId, viewer)];
    if (inSnapshot !== undefined) conditions.push(inSnapshot(householdId, viewer, range));
    if (after !== null) conditions.push(sql`${id} > ${after}`);
    return read(this.db, householdId, sql`${sql.join(conditions, sql` and `)} order by ${id} limit ${limit}`);
  }
}

type EntryRow = readonly [seq: number, kind: number, id: string];
type PageRow = {
  readonly epoch: string;
  readonly joined_at: Instant;
  readonly has_lists: boolean;
  readonly has_day_calendars: boolean;
  readonly has_pauses: boolean;
  readonly heads: readonly { audience: string; seq: number; floor: number }[] | null;
  readonly everyone: readonly EntryRow[] | null;
  readonly own: readonly EntryRow[] | null;
};

/** A kind and an id that sort after those of all entries, so that reading continues with the next sequence number. */
const LAST = { kind: 32_767, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

function entriesBehind(
  householdId: HouseholdId,
  audience: Audience,
  { seq, amid }: Position,
  limit: number,
): RawBuilder<unknown> {
  const [kind, id] = amid === null ? [LAST.kind, LAST.id] : [kindNumber(amid.kind), amid.id];
  return sql`(
    select json_agg(json_build_array(e.seq, e.kind, e.entity_id) order by e.seq, e.kind, e.entity_id) from (
      select seq, kind, entity_id from change_entries
      where household_id = ${householdId} and audience = ${audienceText(audience)}
        and (seq, kind, entity_id) > (${seq}, ${kind}, ${id})
      order by seq, kind, entity_id limit ${limit}
    ) e)`;
}

function entryFrom([seq, kind, id]: EntryRow): NumberedEntry {
  return { seq, kind: kindFrom(kind), id };
}

function kindFrom(number: number): SyncedKind {
  return SYNCED_KINDS[number - 1] as SyncedKind;
}
