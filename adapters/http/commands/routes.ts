import { setImmediate } from 'node:timers/promises';
import {
  ENTITY_KINDS,
  type AskedCommand,
  type CommandResult,
} from '../../../application/commands/run-commands.js';
import { UNCHANGED_REASONS } from '../../../application/commands/apply-command.js';
import { CONFLICT_REASONS } from '../../../application/commands/merge-edit.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { ApplicationError, MAX_PROBLEMS, validationFailed } from '../../../application/shared/errors.js';
import type { Command, CommandType } from '../../../domain/commands/command.js';
import { MERGE_GROUPS } from '../../../domain/commands/merge.js';
import { isUuid, type OccurrenceId } from '../../../domain/shared/ids.js';
import { isJsonObject, type JsonObject } from '../../../domain/shared/json.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { takeFingerprint } from '../idempotency-key.js';
import { readInput } from '../input.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import {
  AnyValue,
  Inline,
  InlineMany,
  ListOf,
  One,
  PlainText,
  presentInstant,
  type InstantText,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { Flag, Id, InstantField, OneOf } from '../../validation/values.js';
import { OccurrenceDto, presentOccurrence } from '../tasks/present.js';
import { COMMAND_READINGS, CommandInput, CommandsInput } from './schema.js';

const STATUSES = ['DONE', 'UNCHANGED', 'MERGED', 'CONFLICT', 'REFUSED', 'NOT_RUN'] as const;

class CommandEntity {
  @OneOf(ENTITY_KINDS) kind!: (typeof ENTITY_KINDS)[number];

  @Description('The id of the row that the command created or changed.')
  @Id()
  id!: string;
}

class CommandError {
  @Description('The code, as in the schema `Error`.')
  @PlainText()
  code!: string;

  @Description('A sentence for developers.')
  @PlainText()
  message!: string;

  @Description('The details, as in the schema `Error`.')
  @Absent()
  @AnyValue()
  details?: unknown;
}

class ConflictGroup {
  @Description(
    'Fields that are merged together. `schedule`: date, time, allDay, durationMinutes and softDue. ' +
      '`people`: responsibleMemberIds and completion. `reminders`: reminders, showFrom, nag and ' +
      'escalateAfterMinutes. Every other field is a group of its own.',
  )
  @OneOf(MERGE_GROUPS)
  group!: (typeof MERGE_GROUPS)[number];

  @Description('The values that the client had read, from `base` of the command.')
  @AnyValue()
  base!: unknown;

  @Description('The values that the command wanted to set.')
  @AnyValue()
  yours!: unknown;

  @Description('The present values. Send them as `base` in a new command to resolve the conflict.')
  @AnyValue()
  theirs!: unknown;

  @Description('The member who made the other change. null if the service did, or if it is not known.')
  @OrNull()
  @Id()
  theirsBy!: string | null;

  @Description('The time of the other change. null if it is not known.')
  @OrNull()
  @InstantField()
  theirsAt!: InstantText | null;
}

class CommandConflict {
  @Description(
    '`CHANGED`: somebody else changed the same fields. `DELETED`: the row was deleted. ' +
      '`SERIES_CHANGED`: with the scope `following` or `all`, the occurrence has another ' +
      '`version` than the command.',
  )
  @OneOf(CONFLICT_REASONS)
  reason!: (typeof CONFLICT_REASONS)[number];

  @Description('The present state of the occurrence. null if it is in the trash or no longer exists.')
  @OrNull()
  @One(OccurrenceDto)
  current!: OccurrenceDto | null;

  @Description('True if the row is in the trash and can be restored.')
  @Flag()
  restorable!: boolean;

  @Description(
    'The groups of fields that nobody else changed. They were not applied either; send them again ' +
      'in a new command.',
  )
  @ListOf(OneOf(MERGE_GROUPS))
  wouldApply!: readonly string[];

  @Description('The groups of fields that both sides changed. None of the command was applied.')
  @InlineMany(ConflictGroup)
  groups!: readonly ConflictGroup[];
}

class CommandResultDto {
  @Description('The id of the command.')
  @Id()
  id!: string;

  @Description(
    '`DONE`: the command was applied. `UNCHANGED`: there was nothing to apply, see `reason`. ' +
      '`MERGED`: the item was on the list already, see `replaces`. `CONFLICT`: somebody else changed ' +
      'the same, see `conflict`. `REFUSED`: it is not allowed, see `error`. `NOT_RUN`: send it again.',
  )
  @OneOf(STATUSES)
  status!: (typeof STATUSES)[number];

  @Description('The operation of the command, for undo. It is missing if nothing changed.')
  @Absent()
  @Id()
  operationId?: string;

  @Description('The row that the command created or changed.')
  @Absent()
  @Inline(CommandEntity)
  entity?: CommandEntity;

  @Description('The id that the client chose, if the row has another one because it existed already.')
  @Absent()
  @Id()
  replaces?: string;

  @Description('`OUTDATED`: a later change counts. `GONE`: the row was deleted. `SAME`: it was done already.')
  @Absent()
  @OneOf(UNCHANGED_REASONS)
  reason?: (typeof UNCHANGED_REASONS)[number];

  @Description('The error of a refused command.')
  @Absent()
  @Inline(CommandError)
  error?: CommandError;

  @Description('The conflict of a command that was not applied.')
  @Absent()
  @Inline(CommandConflict)
  conflict?: CommandConflict;
}

@Description('The result of each command of a batch.')
export class CommandResultsDto {
  @Description('The results, in the order of the commands.')
  @InlineMany(CommandResultDto)
  results!: readonly CommandResultDto[];
}

const COMMANDS_AT_ONCE = 5;

export function commandRoutes({ useCases, clock }: RouteDependencies): Route[] {
  return tagged('Changes', [
    route({
      method: 'post',
      path: '/v1/households/{householdId}/commands',
      operationId: 'runCommands',
      summary: 'Run a batch of offline commands',
      description: [
        'Runs commands that a client collected while it was offline, each one once and ' +
          'independently of the others. The results are in the order of the commands. A command ' +
          'that has run is not run again: if no answer came, repeat the request.',
        'The type of a command says which other fields it has. A command may fail although ' +
          'the request succeeds: look at `status` of each result. Children and guests may run ' +
          'the commands that they may also run as requests.',
      ],
      bulkCost: ({ caller, body }) => useCases.measureSeries(caller, listWideEdits(body.commands)),
      body: CommandsInput,
      responses: [{ status: 200, description: 'The result of each command.', body: CommandResultsDto }],
      handle: async ({ caller, body }) => {
        const commands = await readCommands(body.commands);
        const results = await useCases.runCommands(caller, { sentAt: Date.parse(body.sentAt), commands });
        const shown = withinProblems(results);
        return { body: { results: shown.map((one) => presentResult(one, caller, clock.now())) } };
      },
    }),
  ]);
}

/**
 * Returns the occurrences that are named by commands with the scope `following` or `all`. These commands can change
 * many occurrences of a series.
 */
function listWideEdits(given: readonly unknown[]): readonly { readonly occurrenceId: OccurrenceId }[] {
  const isWide = ({ scope }: JsonObject) => scope === 'following' || scope === 'all';
  return given
    .filter(isJsonObject)
    .filter(isWide)
    .map(({ occurrenceId }) => occurrenceId)
    .filter((id): id is OccurrenceId => typeof id === 'string' && isUuid(id))
    .map((occurrenceId) => ({ occurrenceId }));
}

/** Throws VALIDATION_FAILED if a command has no valid id. Other errors of a command are part of its result. */
async function readCommands(given: readonly unknown[]): Promise<AskedCommand[]> {
  const ids = given.map((one) => (isJsonObject(one) && typeof one['id'] === 'string' ? one['id'] : ''));
  const problems = ids.flatMap((id, i) =>
    isUuid(id) ? [] : [{ field: `commands.${i}.id`, rule: 'uuid', message: 'must be a UUID' }],
  );
  if (problems.length > 0) throw validationFailed(problems);
  const commands: AskedCommand[] = [];
  for (const one of given) {
    // Validating a hundred tasks with a hundred checklist items each takes a while, so other requests run in
    // between.
    if (commands.length % COMMANDS_AT_ONCE === 0) await setImmediate();
    commands.push(readCommand(one as JsonObject));
  }
  return commands;
}

function readCommand(given: JsonObject): AskedCommand {
  try {
    const { id, at } = readInput(CommandInput, given);
    const { type } = given;
    if (typeof type !== 'string' || !Object.hasOwn(COMMAND_READINGS, type))
      throw validationFailed([{ field: 'type', rule: 'isIn', message: 'must be a known type of command' }]);
    const { input, act } = COMMAND_READINGS[type as CommandType].read(given);
    const command = { ...act, type, id, at: Date.parse(at) } as Command;
    return { kind: 'read', command, fingerprint: takeFingerprint({ type, at, input }) };
  } catch (error) {
    if (!(error instanceof ApplicationError)) throw error;
    return { kind: 'unreadable', id: String(given['id']).toLowerCase(), error };
  }
}

/**
 * Limits the problems that all results report together to the number that one answer may contain. Each refused
 * command gets an equal share of it.
 */
function withinProblems(results: readonly CommandResult[]): readonly CommandResult[] {
  const refused = results.filter(({ status }) => status === 'REFUSED').length;
  const share = Math.max(1, Math.floor(MAX_PROBLEMS / refused));
  return results.map((result) => {
    if (result.status !== 'REFUSED') return result;
    const { code, message, details } = result.error;
    if (!Array.isArray(details) || code === 'INVALID_STATE' || code === 'FORBIDDEN') return result;
    return { ...result, error: new ApplicationError(code, message, details.slice(0, share)) };
  });
}

function presentResult(result: CommandResult, caller: MemberCaller, now: Instant): CommandResultDto {
  const { id, status, operationId, entity, replaces } = result;
  return {
    id,
    status,
    ...(operationId !== undefined && { operationId }),
    ...(entity !== undefined && { entity }),
    ...(replaces !== undefined && { replaces }),
    ...(result.status === 'UNCHANGED' && { reason: result.reason }),
    ...(result.status === 'REFUSED' && { error: presentError(result.error) }),
    ...(result.status === 'CONFLICT' && { conflict: presentConflict(result, caller, now) }),
  };
}

function presentError({ code, message, details }: ApplicationError): CommandError {
  return { code, message, ...(details !== undefined && { details }) };
}

function presentConflict(
  { conflict }: Extract<CommandResult, { status: 'CONFLICT' }>,
  { household }: MemberCaller,
  now: Instant,
): CommandConflict {
  const { reason, current, restorable, wouldApply, groups, theirsBy, theirsAt } = conflict;
  const by = { theirsBy, theirsAt: presentInstant(theirsAt) };
  return {
    reason,
    current: current === null || 'series' in current ? null : presentOccurrence(current, household, now),
    restorable,
    wouldApply,
    groups: groups.map((group) => ({ ...group, ...by })),
  };
}
