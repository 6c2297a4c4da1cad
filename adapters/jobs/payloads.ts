import { IsInt, IsString } from 'class-validator';
import type { NotificationGroup, NotificationDetails } from '../../application/shared/job-queue.js';
import type { DeviceId } from '../../domain/notifications/device.js';
import { NOTIFICATION_TYPES, type NotificationType } from '../../domain/notifications/notification.js';
import type { AttachmentId } from '../../domain/attachments/attachment.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import type {
  CalendarConnectionId,
  DayCalendarId,
  EmailChangeId,
  HouseholdId,
  InvitationId,
  MemberId,
  OccurrenceId,
  PasswordResetId,
  SeriesId,
  UserId,
  OperationId,
} from '../../domain/shared/ids.js';
import { isJsonObject } from '../../domain/shared/json.js';
import { field, rule, listProperties, type InputClass } from '../validation/compose.js';
import { Nested, NestedList, Absent, OrNull } from '../validation/shape.js';
import { readInstance } from '../validation/read-input.js';
import { opaque } from '../validation/structure.js';
import { Flag, Id, Ids, isList, OneOf } from '../validation/values.js';

/*
 * The payloads of all kinds of jobs, as the queue stores them. They are validated before a job runs, because another
 * version of the program, or a person, may have put the job into the queue.
 */

/** The largest allowed number of elements in a list. Jobs of this program stay far below it. */
const MAX_ELEMENTS = 100_000;

const AnyText = () => field({ type: 'string' }, IsString());
const AnyIds = () => Ids({ max: MAX_ELEMENTS });
const AnyTexts = () => field({ type: 'array' }, isList({ max: MAX_ELEMENTS }), IsString({ each: true }));
const Count = () => field({ type: 'integer' }, IsInt());

export class HouseholdPayload {
  @Id() householdId!: HouseholdId;
}

export class DayCalendarPayload extends HouseholdPayload {
  @Id() dayCalendarId!: DayCalendarId;
}

export class ReplanPayload extends HouseholdPayload {
  @Id() memberId!: MemberId;
  @Id() after!: SeriesId;
  @Absent() @AnyIds() toldIds?: MemberId[];
}

export class OperationPayload extends HouseholdPayload {
  @Id() operationId!: OperationId;
  @Id() actorId!: MemberId;
}

/**
 * Returns true if the value has the common fields of the progress of an operation that runs in several transactions.
 * The other fields depend on its kind.
 */
const isUnfinishedWork = (work: unknown) =>
  isJsonObject(work) && typeof work['kind'] === 'string' && Number.isInteger(work['done']);

export class ServiceWorkPayload extends HouseholdPayload {
  @opaque({ type: 'object' }, { maxValues: MAX_ELEMENTS, take: (work) => work })
  @rule('unfinishedWork', 'must have a kind, and the number of rows that are done', isUnfinishedWork)
  work!: object;
}

export class PasswordResetPayload {
  @Id() passwordResetId!: PasswordResetId;
}

export class EmailChangePayload {
  @Id() emailChangeId!: EmailChangeId;
}

export class UserPayload {
  @Id() userId!: UserId;
}

export class InvitationPayload extends HouseholdPayload {
  @Id() invitationId!: InvitationId;
}

class AmongPayload implements NotificationGroup {
  @Count() count!: number;
  @AnyIds() nextIds!: OccurrenceId[];
  @AnyTexts() dates!: CivilDate[];
}

class BeforePayload implements NonNullable<NotificationDetails['before']> {
  @OrNull() @AnyText() date!: CivilDate | null;
  @OrNull() @AnyText() time!: CivilTime | null;
}

export class NotifyPayload extends HouseholdPayload implements NotificationDetails {
  @OneOf(NOTIFICATION_TYPES) type!: NotificationType;
  @OrNull() @Id() actorId!: MemberId | null;
  @OrNull() @AnyIds() recipientIds!: MemberId[] | null;
  @AnyIds() exceptIds!: MemberId[];
  @OrNull() @Id() occurrenceId!: OccurrenceId | null;
  @OrNull() @Id() subjectId!: string | null;
  @AnyText() cause!: string;
  @Absent() @Flag() yours?: boolean;
  @Absent() @Nested(AmongPayload) among?: AmongPayload;
  @Absent() @Id() removedFrom?: SeriesId;
  @Absent() @Nested(BeforePayload) before?: BeforePayload;
}

export class NotifyAllPayload {
  @NestedList(NotifyPayload, { max: MAX_ELEMENTS }) news!: NotifyPayload[];
}

export class DevicePayload extends UserPayload {
  @Id() deviceId!: DeviceId;
  @Absent() @Count() attempts?: number;
}

export class AgendaPayload extends UserPayload {
  @AnyText() date!: CivilDate;
}

export class ConnectionPayload {
  @Id() connectionId!: CalendarConnectionId;
}

export class FilesPayload extends HouseholdPayload {
  @OrNull() @AnyIds() fileIds!: AttachmentId[] | null;
}

/** Returns a function that accepts payloads which are valid for this class and have no unknown fields. */
export const accepts =
  <Payload extends object>(type: InputClass) =>
  (payload: unknown): payload is Payload =>
    isJsonObject(payload) &&
    Object.keys(payload).every((name) => listProperties(type.prototype as object).has(name)) &&
    readInstance(type, payload).problems.length === 0;

/** Returns true for an empty payload. Jobs without data have such a payload. */
export const acceptsNothing = (payload: unknown): payload is Record<string, never> =>
  isJsonObject(payload) && Object.keys(payload).length === 0;
