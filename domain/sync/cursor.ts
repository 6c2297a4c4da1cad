import { fromDayNumber, toDayNumber, type CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, MemberId } from '../shared/ids.js';
import { isSameZone, type Instant, type TimeZone } from '../shared/zone.js';
import { SYNCED_KINDS, type SyncedKind } from './journal.js';

/**
 * The reasons why a cursor can no longer be used. The client must then discard its copy and load everything
 * again.
 */
export const RESYNC_REASONS = [
  'EXPIRED',
  'RESTORED',
  'REJOINED',
  'ZONE_CHANGED',
  'WORDING_CHANGED',
  'UNREADABLE',
] as const;
export type ResyncReason = (typeof RESYNC_REASONS)[number];

/**
 * How far a stream of changes has been read. `seq` is the number of the last transaction that was read.
 * `amid` means that only a part of that transaction was read, up to this entity in the order of kinds and
 * ids.
 */
export type Position = {
  readonly seq: number;
  readonly amid: { readonly kind: SyncedKind; readonly id: string } | null;
};
export type Positions = { readonly everyone: Position; readonly own: Position };

/** The data on which a client's copy is based. If it changes, the client must load everything again. */
export type SyncBasis = {
  /**
   * 16 hexadecimal digits that identify the history of the database. They change when a backup is restored.
   */
  readonly epoch: string;
  readonly householdId: HouseholdId;
  readonly memberId: MemberId;
  readonly joinedAt: Instant;
  readonly timeZone: TimeZone;
  /**
   * The settings that determine how rules are described: the reader's language and the household's first day
   * of the week.
   */
  readonly wording: string;
};

/** The position in a snapshot, which is after this row, or before the first row of its kind. */
export type SnapshotPlace = {
  readonly kind: SyncedKind;
  readonly after: string | null;
  readonly historyFrom: CivilDate;
};

export type Cursor = Positions & { readonly ground: SyncBasis; readonly snapshot: SnapshotPlace | null };

/** The last number of a stream (`seq`), and the highest number whose entries were deleted (`floor`). */
export type StreamHead = { readonly seq: number; readonly floor: number };

export const START: Position = { seq: 0, amid: null };
export const NO_HEAD: StreamHead = { seq: 0, floor: 0 };

/** Returns the reason why the cursor can no longer be used, or null if it can. */
export function findObstacle(
  cursor: Cursor,
  ground: SyncBasis,
  heads: { readonly everyone: StreamHead; readonly own: StreamHead },
): ResyncReason | null {
  const of = cursor.ground;
  if (of.epoch !== ground.epoch) return 'RESTORED';
  if (
    of.householdId !== ground.householdId ||
    of.memberId !== ground.memberId ||
    of.joinedAt !== ground.joinedAt
  )
    return 'REJOINED';
  if (!isSameZone(of.timeZone, ground.timeZone)) return 'ZONE_CHANGED';
  if (of.wording !== ground.wording) return 'WORDING_CHANGED';
  const isOver = ({ seq, amid }: Position, { floor }: StreamHead) =>
    amid === null ? seq < floor : seq <= floor;
  return isOver(cursor.everyone, heads.everyone) || isOver(cursor.own, heads.own) ? 'EXPIRED' : null;
}

const VERSION = 1;

/**
 * Returns the cursor as opaque text for clients, which is base64url of at most 149 bytes. It has no
 * signature, because it only contains data that the client may see.
 */
export function cursorText({ ground, everyone, own, snapshot }: Cursor): string {
  const bytes = [
    VERSION,
    ...hexBytes(ground.epoch),
    ...uuidBytes(ground.householdId),
    ...uuidBytes(ground.memberId),
  ];
  bytes.push(...numberBytes(ground.joinedAt));
  bytes.push(...letterBytes(ground.timeZone), ...letterBytes(ground.wording));
  for (const { seq, amid } of [everyone, own]) {
    bytes.push(...numberBytes(seq), amid === null ? 0 : kindNumber(amid.kind));
    if (amid !== null) bytes.push(...uuidBytes(amid.id));
  }
  bytes.push(snapshot === null ? 0 : kindNumber(snapshot.kind));
  if (snapshot !== null) {
    bytes.push(...numberBytes(toDayNumber(snapshot.historyFrom)), snapshot.after === null ? 0 : 1);
    if (snapshot.after !== null) bytes.push(...uuidBytes(snapshot.after));
  }
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Reads the text of a cursor. Returns null if the text is not a cursor of a known version. */
export function readCursor(text: string): Cursor | null {
  if (text.length >= 200 || !/^[\w-]+$/.test(text)) return null;
  let binary: string;
  try {
    binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
  const bytes = new Bytes(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
  try {
    const cursor = readBytes(bytes);
    return bytes.isAtEnd && cursorText(cursor) === text ? cursor : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readBytes(bytes: Bytes): Cursor {
  if (bytes.next() !== VERSION) throw new RangeError('The cursor has an unknown version');
  const ground = {
    epoch: bytes.hex(8),
    householdId: bytes.uuid() as HouseholdId,
    memberId: bytes.uuid() as MemberId,
    joinedAt: bytes.number(),
    timeZone: bytes.text() as TimeZone,
    wording: bytes.text(),
  };
  const position = (): Position => {
    const seq = bytes.number();
    const kind = bytes.kind();
    return { seq, amid: kind === null ? null : { kind, id: bytes.uuid() } };
  };
  const [everyone, own] = [position(), position()];
  const kind = bytes.kind();
  if (kind === null) return { ground, everyone, own, snapshot: null };
  const day = bytes.number();
  if (day > MAX_DAY) throw new RangeError('The cursor contains an invalid date');
  const historyFrom = fromDayNumber(day);
  return {
    ground,
    everyone,
    own,
    snapshot: { kind, historyFrom, after: bytes.next() === 0 ? null : bytes.uuid() },
  };
}

const MAX_DAY = 2_932_896;

class Bytes {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  next(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new RangeError('The cursor ends too early');
    return byte;
  }

  number(): number {
    let value = 0;
    for (let length = this.next(); length > 0; length--) value = value * 256 + this.next();
    if (!Number.isSafeInteger(value)) throw new RangeError('The cursor contains a number that is too large');
    return value;
  }

  kind(): SyncedKind | null {
    const number = this.next();
    if (number > SYNCED_KINDS.length) throw new RangeError('The cursor contains an unknown kind of row');
    return SYNCED_KINDS[number - 1] ?? null;
  }

  text(): string {
    return Array.from({ length: this.next() }, () => String.fromCharCode(this.next())).join('');
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.next().toString(16).padStart(2, '0')).join('');
  }

  uuid(): string {
    return this.hex(16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}

/** Returns the number of a kind, counted from 1. Streams and snapshots are sorted by it. */
export function kindNumber(kind: SyncedKind): number {
  return SYNCED_KINDS.indexOf(kind) + 1;
}

function hexBytes(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

const uuidBytes = (uuid: string) => hexBytes(uuid.replaceAll('-', ''));

/** Encodes an ASCII text as its length, followed by its characters. */
function letterBytes(text: string): number[] {
  return [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
}

/** Encodes a number as its count of bytes, followed by the bytes in big-endian order. */
function numberBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [bytes.length, ...bytes];
}
