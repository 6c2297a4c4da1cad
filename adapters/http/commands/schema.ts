import { BATCH_LIMIT, type CommandAct, type CommandType } from '../../../domain/commands/command.js';
import { MERGED_FIELDS } from '../../../domain/commands/merge.js';
import type { NotificationId } from '../../../domain/notifications/notification.js';
import { SCOPES, type Scope } from '../../../domain/series/edit-request.js';
import type { ChecklistItemId, MemberId, OccurrenceId, TaskId } from '../../../domain/shared/ids.js';
import { isJsonObject, type JsonObject } from '../../../domain/shared/json.js';
import type { ShoppingItemId } from '../../../domain/shopping/item.js';
import type { ShoppingListId } from '../../../domain/shopping/list.js';
import { CHECKLIST_LIMIT } from '../../../domain/tasks/checklist.js';
import { readInput } from '../input.js';
import { QuickAddInput } from '../quick-add/schema.js';
import {
  composed,
  described,
  rule,
  type InputClass,
  type JsonSchema,
  Description,
} from '../../validation/compose.js';
import { Nested, NestedList, Absent } from '../../validation/shape.js';
import { objectSchema } from '../schema/output.js';
import { Text, Title } from '../../validation/text.js';
import { opaque } from '../../validation/structure.js';
import { Id, Ids, InstantField, isList, OneOf, WholeNumber } from '../../validation/values.js';
import { MAX_DOERS } from '../../../domain/tasks/ticks.js';
import { SeenAmountsInput, ShoppingItemInput, toLine, UpdateShoppingItemInput } from '../shopping/schema.js';
import {
  ChecklistItemInput,
  CreateTaskInput,
  NewTaskItemInput,
  OccurrenceFields,
  ReopenInput,
  UpdateChecklistItemInput,
  toDoers,
} from '../tasks/schema.js';
import { toDraft, toEdit } from '../tasks/task-to-domain.js';

/** An id that the client creates: a UUID of version 4 or 7 (RFC 9562). */
function ClientId(): PropertyDecorator {
  const isAllowedVersion = (value: unknown) =>
    typeof value !== 'string' || /^.{14}[47].{4}[89ab]/.test(value) || value.length !== 36;
  return composed(rule('uuidVersion', 'must be a UUID of version 4 or 7', isAllowedVersion), Id());
}

export class CommandInput {
  @Description(
    'The id of the command, a UUID (version 4 or 7) that the client makes. A command with the same ' +
      'id runs only once.',
  )
  @ClientId()
  id!: string;

  @Description('The time at which the member did it, by the clock of the client.')
  @InstantField()
  at!: string;
}

@Description('A checklist item, optionally with an id that the client makes.')
class NewChecklistItemInput extends NewTaskItemInput {
  @Description(
    'The id of the new item, a UUID (version 4 or 7) that the client makes. Without it, the service ' +
      'makes one.',
  )
  @Absent()
  @ClientId()
  id?: ChecklistItemId;
}

@Description('Creates a task.')
class TaskCreateInput extends CreateTaskInput {
  @Description('The id of the new occurrence, a UUID (version 4 or 7) that the client makes.')
  @ClientId()
  occurrenceId!: OccurrenceId;

  @Description('The id of the new task, a UUID (version 4 or 7) that the client makes.')
  @ClientId()
  taskId!: TaskId;

  @Description('The items in their order.')
  @Absent()
  @NestedList(NewChecklistItemInput, { max: CHECKLIST_LIMIT })
  override checklist?: NewChecklistItemInput[];
}

@Description('Creates a task from a sentence.')
class TaskQuickInput extends QuickAddInput {
  @Description('The id of the new occurrence, a UUID (version 4 or 7) that the client makes.')
  @ClientId()
  occurrenceId!: OccurrenceId;

  @Description('The id of the new task, a UUID (version 4 or 7) that the client makes.')
  @ClientId()
  taskId!: TaskId;
}

class OccurrenceInput {
  @Id() occurrenceId!: OccurrenceId;
}

@Description('Completes an occurrence.')
class OccurrenceCompleteInput extends OccurrenceInput {
  @Description(
    'The member who did it. The default is the caller. If `completedForIds` is sent too, this must ' +
      'be its first id.',
  )
  @Absent()
  @Id()
  completedFor?: MemberId;

  @Description('The members who did it together, at most ten. The default is the caller.')
  @Absent()
  @Ids({ min: 1, max: MAX_DOERS })
  completedForIds?: MemberId[];
}

@Description('Reopens an occurrence.')
class OccurrenceReopenInput extends ReopenInput {
  @Id() occurrenceId!: OccurrenceId;
}

const WithVersion = () => WholeNumber({ min: 1, max: 2_147_483_647 });

@Description('Moves an occurrence to the trash.')
class OccurrenceDeleteInput extends OccurrenceInput {
  @Description('How far the command reaches in a series. The default is `this`.')
  @Absent()
  @OneOf(SCOPES)
  scope?: Scope;

  @Description('The version that the client has read. It is required with the scopes `following` and `all`.')
  @Absent()
  @WithVersion()
  version?: number;
}

@Description('The fields of an occurrence that a command changes.')
class FieldsInput extends OccurrenceFields {
  @Absent() @Title() title?: string;

  @Description('The checklist of the series, only with the scopes `following` and `all`.')
  @Absent()
  @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT })
  checklist?: ChecklistItemInput[];
}

/**
 * The values that the client had read before it edited them. Only the fields whose concurrent edits the service can
 * merge are kept.
 */
function SeenFields(): PropertyDecorator {
  const pickSeen = (value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(
          MERGED_FIELDS.filter((field) => Object.hasOwn(value, field)).map((field) => [field, value[field]]),
        )
      : value;
  const description = `The values that the client had read for the fields that it sets, as in OccurrenceDto: ${MERGED_FIELDS.join(', ')}. Other fields are ignored.`;
  return composed(
    opaque({ type: 'object', description }, { maxValues: 200, take: pickSeen }),
    rule('isObject', 'must be an object', isJsonObject),
  );
}

@Description(
  'Edits an occurrence. With the scope `this`, `base` is required, and the edit is merged ' +
    'with the changes of others. With the other scopes, `version` is required.',
)
class OccurrenceSetInput extends OccurrenceDeleteInput {
  @Description('The fields to change. Missing fields keep their values.')
  @Nested(FieldsInput)
  set!: FieldsInput;

  @Absent() @SeenFields() base?: Record<string, unknown>;
}

@Description('Adds a checklist item.')
class ChecklistAddInput extends OccurrenceInput {
  @Description('The id of the new item, a UUID (version 4 or 7) that the client makes.')
  @ClientId()
  itemId!: ChecklistItemId;

  @Text({ max: 200 }) title!: string;
}

@Description('Edits a checklist item.')
class ChecklistSetInput extends UpdateChecklistItemInput {
  @Id() occurrenceId!: OccurrenceId;
  @Id() itemId!: ChecklistItemId;
}

@Description('Removes a checklist item.')
class ChecklistRemoveInput extends OccurrenceInput {
  @Id() itemId!: ChecklistItemId;
}

@Description('Adds an item to a shopping list.')
class ShoppingAddInput extends ShoppingItemInput {
  @Description(
    'The id of the new item, a UUID (version 4 or 7) that the client makes. If the same thing is on ' +
      'the list already, the result is `MERGED` and the client’s id is not used.',
  )
  @ClientId()
  itemId!: ShoppingItemId;

  @Description('The shopping list. The default is the first list.')
  @Absent()
  @Id()
  listId?: ShoppingListId;
}

@Description('Edits an item of a shopping list.')
class ShoppingSetInput extends UpdateShoppingItemInput {
  @Id() itemId!: ShoppingItemId;

  @Description(
    'The amounts that the client had read, for a command that ticks the item. What was added to the ' +
      'amounts since then stays on the list as an open item. Without it, everything is ticked.',
  )
  @Absent()
  @Nested(SeenAmountsInput)
  base?: SeenAmountsInput;
}

@Description('The state of a shopping item that the client has read.')
class SeenItemInput {
  @Description('The `updatedAt` that the client has read.')
  @InstantField()
  updatedAt!: string;
}

@Description('Removes an item from its shopping list.')
class ShoppingRemoveInput {
  @Id() itemId!: ShoppingItemId;

  @Description(
    'The state that the client has read. With it, an item that somebody else has changed since then ' +
      'is kept.',
  )
  @Absent()
  @Nested(SeenItemInput)
  base?: SeenItemInput;
}

@Description('Marks a notification as read.')
class NotificationReadInput {
  @Id() notificationId!: NotificationId;
}

/** The fields of a command of this type, without the type itself. */
type ActOf<Type extends CommandType> = Omit<Extract<CommandAct, { readonly type: Type }>, 'type'>;
type Reading<Act> = {
  readonly type: InputClass;
  readonly read: (given: JsonObject) => { readonly input: object; readonly act: Act };
};
const reading = <T extends object, Act>(type: InputClass<T>, toAct: (input: T) => Act): Reading<Act> => ({
  type,
  read: (given) => {
    const input = readInput(type, given);
    return { input, act: toAct(input) };
  },
});
/** The reading of a command whose input has exactly the fields of the command. */
const unchanged = <T extends object>(type: InputClass<T>): Reading<T> => reading(type, (input) => input);

const clientIds = (
  { occurrenceId, taskId }: { occurrenceId: OccurrenceId; taskId: TaskId },
  items: readonly { readonly id?: ChecklistItemId }[] = [],
) => ({ occurrenceId, taskId, itemIds: items.map(({ id = null }) => id) });

/** Says for each type of command which input class it has, and how the input becomes a command of the domain. */
export const COMMAND_READINGS: { readonly [Type in CommandType]: Reading<ActOf<Type>> } = {
  'task.create': reading(TaskCreateInput, (input) => ({
    given: clientIds(input, input.checklist),
    draft: toDraft(input),
  })),
  'task.quick': reading(TaskQuickInput, ({ text, locale = null, ignore = [], ...ids }) => ({
    given: clientIds(ids),
    sentence: { text, locale, ignore },
  })),
  'occurrence.complete': reading(OccurrenceCompleteInput, ({ occurrenceId, ...said }) => ({
    occurrenceId,
    completedFor: toDoers(said),
  })),
  'occurrence.reopen': reading(OccurrenceReopenInput, ({ occurrenceId, completedForIds = null }) => ({
    occurrenceId,
    completedFor: completedForIds,
  })),
  'occurrence.skip': unchanged(OccurrenceInput),
  'occurrence.restore': unchanged(OccurrenceInput),
  'occurrence.claim': unchanged(OccurrenceInput),
  'occurrence.set': reading(
    OccurrenceSetInput,
    ({ occurrenceId, scope = 'this', version = null, set, base = {} }) => ({
      ...{ occurrenceId, scope, version, base },
      set: toEdit(set),
    }),
  ),
  'occurrence.delete': reading(OccurrenceDeleteInput, ({ occurrenceId, scope = 'this', version = null }) => ({
    occurrenceId,
    scope,
    version,
  })),
  'checklist.add': unchanged(ChecklistAddInput),
  'checklist.set': reading(ChecklistSetInput, ({ occurrenceId, itemId, ...edit }) => ({
    occurrenceId,
    itemId,
    edit,
  })),
  'checklist.remove': unchanged(ChecklistRemoveInput),
  'shopping.add': reading(ShoppingAddInput, ({ itemId, listId = null, ...input }) => ({
    itemId,
    listId,
    line: toLine(input),
  })),
  'shopping.set': reading(ShoppingSetInput, ({ itemId, base, ...edit }) => ({
    itemId,
    edit,
    seen:
      base === undefined
        ? null
        : { quantity: base.quantity ?? null, unit: base.unit ?? null, note: base.note ?? null },
  })),
  'shopping.remove': reading(ShoppingRemoveInput, ({ itemId, base }) => ({
    itemId,
    seenAt: base === undefined ? null : Date.parse(base.updatedAt),
  })),
  'notification.read': unchanged(NotificationReadInput),
};

/** The name of the schema of a command: `task.create` becomes `TaskCreateCommand`. */
const schemaName = (type: string) =>
  `${type.replaceAll(/(?:^|\.)(\w)/g, (_match, first: string) => first.toUpperCase())}Command`;

const referenceTo = (type: string) => `#/components/schemas/${schemaName(type)}`;

/** The schemas of commands in the OpenAPI document, each with the fields of every command and its own. */
export const COMMAND_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(COMMAND_READINGS).map(([type, { type: input }]) => {
    const { properties, required = [] } = objectSchema(CommandInput);
    const own = objectSchema(input);
    const schema = {
      ...own,
      properties: { ...properties, type: { type: 'string', const: type }, ...own.properties },
      required: [...required, 'type', ...(own.required ?? [])],
    };
    return [schemaName(type), schema];
  }),
);

/** A list of commands. The type of a command says which other fields it has. */
function Commands(): PropertyDecorator {
  const types = Object.keys(COMMAND_READINGS);
  const items = {
    oneOf: types.map((type) => ({ $ref: referenceTo(type) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(types.map((type) => [type, referenceTo(type)])),
    },
  };
  return composed(
    opaque(
      { type: 'array', maxItems: BATCH_LIMIT, items },
      {
        maxValues: BATCH_LIMIT,
        take: (commands) => (Array.isArray(commands) ? commands.slice(0, BATCH_LIMIT + 1) : commands),
      },
    ),
    described({ alternatives: Object.values(COMMAND_READINGS).map(({ type }) => type) }),
    isList({ max: BATCH_LIMIT }),
  );
}

@Description('Changes that a client made offline, in the order in which they were made.')
export class CommandsInput {
  @Description(
    'The time at which the request is sent, by the clock of the client. If it differs from the ' +
      'clock of the service by more than two minutes, `at` of each command is corrected by the ' +
      'difference.',
  )
  @InstantField()
  sentAt!: string;

  @Commands() commands!: unknown[];
}
