import { adjustClockSkew, OLDEST_ACT_MS, withAliases, type Command } from '../../domain/commands/command.js';
import type { ListedOperation } from '../../domain/operations/operation.js';
import type { OperationId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { withOperation } from '../operations/with-operation.js';
import { listShownRowIds } from '../operations/queries.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { ApplicationError, type ErrorCode } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { COMMANDS, commandsKey, countAttempt } from '../shared/rate-limits.js';
import { applyCommand, type Outcome } from './apply-command.js';
import type { CommandConflict } from './merge-edit.js';

/** The `updatedAt` of a shopping item before and after a command of this batch changed the item. */
type OwnChange = { readonly from: Instant; readonly to: Instant };

/** The result of a command without a conflict. */
type Settled = Exclude<Outcome, { readonly status: 'CONFLICT' }>;

/** A command of a batch. If a command is unreadable, it is refused and the other commands still run. */
export type AskedCommand =
  | { readonly kind: 'read'; readonly command: Command; readonly fingerprint: string }
  | { readonly kind: 'unreadable'; readonly id: string; readonly error: ApplicationError };

export const ENTITY_KINDS = ['occurrence', 'shoppingItem', 'notification'] as const;
export type Entity = { readonly kind: (typeof ENTITY_KINDS)[number]; readonly id: string };

/**
 * The result of a command. If the client chose an id for a new entity, but an existing entity is used instead,
 * `replaces` is the id that the client chose.
 */
export type CommandResult = {
  readonly id: string;
  readonly operationId?: OperationId;
  readonly entity?: Entity;
  readonly replaces?: string;
} & (
  | { readonly status: 'DONE' | 'MERGED' | 'NOT_RUN' }
  | Extract<Settled, { readonly status: 'UNCHANGED' }>
  | {
      readonly status: 'CONFLICT';
      readonly conflict: CommandConflict & {
        readonly theirsBy: string | null;
        readonly theirsAt: Instant | null;
      };
    }
  | { readonly status: 'REFUSED'; readonly error: ApplicationError }
);

/**
 * Commands are recognised by their ids in every session of a user, because a phone may have signed in again
 * since.
 */
const CREDENTIAL = 'commands';

/**
 * The time in milliseconds after which a batch starts no further command. The remaining commands are left to the next
 * batch.
 */
const TIME_MS = 20_000;

/**
 * The maximum number of conflicts in one batch, because each is described with the texts of both sides. After that,
 * the remaining commands are left to the next batch.
 */
const CONFLICTS = 20;

/** Temporary errors. The client keeps the command and sends it again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS']);

type Dependencies = Needs<
  | 'operationContexts'
  | 'disk'
  | 'operations'
  | 'idempotencyStore'
  | 'unitOfWork'
  | 'clock'
  | 'ids'
  | 'rateLimiter'
  | 'logger'
>;

/** The state that all commands of a batch share. */
type Batch = {
  readonly sentAt: Instant;
  readonly aliases: Map<string, string>;
  readonly ownChanges: Map<string, OwnChange[]>;
  readonly commands: readonly AskedCommand[];
  /** For each command id, whether an earlier batch has carried the command out. */
  readonly doneEarlier: Map<string, boolean>;
};

/**
 * Carries out the commands of a client that was offline, in their order.
 *
 * - Each command has a transaction and an operation of its own, so a command that is refused does not stop the
 *   others.
 * - After a temporary error (UNAVAILABLE, for example) the remaining commands are not run.
 * - The id of a command is its idempotency key, so a batch that is sent again is carried out once.
 *
 * @throws RATE_LIMITED, before any command is carried out, after too many commands.
 */
export function runCommands(dependencies: Dependencies) {
  const { clock, rateLimiter, logger } = dependencies;
  const runOne = commandRunner(dependencies);
  return async (
    caller: MemberCaller,
    { sentAt, commands }: { readonly sentAt: Instant; readonly commands: readonly AskedCommand[] },
  ): Promise<readonly CommandResult[]> => {
    if (commands.length > 0)
      await countAttempt({ rateLimiter, clock }, commandsKey(caller.userId), COMMANDS, {
        times: commands.length,
      });
    const batch: Batch = {
      sentAt,
      commands,
      aliases: new Map(),
      ownChanges: new Map(),
      doneEarlier: new Map(),
    };
    const [results, begun]: [CommandResult[], Instant] = [[], clock.now()];
    let isOver = false;
    let conflicts = 0;
    for (const [place, asked] of commands.entries()) {
      const id = asked.kind === 'read' ? asked.command.id : asked.id;
      isOver ||= clock.now() - begun >= TIME_MS || conflicts === CONFLICTS;
      if (isOver) results.push({ id, status: 'NOT_RUN' });
      else if (asked.kind === 'unreadable') results.push({ id, status: 'REFUSED', error: asked.error });
      else
        try {
          const result = await runOne(caller, asked, batch, place);
          if (result.status === 'CONFLICT') conflicts++;
          results.push(result);
        } catch (error) {
          const refusal = toRefusal(error);
          if (refusal === DEFECT) logger.error('command failed', { command: asked.command.type, error });
          isOver = PASSING.has(refusal.code);
          results.push(isOver ? { id, status: 'NOT_RUN' } : { id, status: 'REFUSED', error: refusal });
        }
    }
    return results;
  };
}

const DEFECT = new ApplicationError('INTERNAL_ERROR', 'Something went wrong on our side');

function toRefusal(error: unknown): ApplicationError {
  return error instanceof ApplicationError ? error : DEFECT;
}

function commandRunner(dependencies: Dependencies) {
  const runRequest = withOperation(dependencies);
  const apply = applyCommand(dependencies);
  const { clock, operations } = dependencies;
  return async (
    caller: MemberCaller,
    { command: sent, fingerprint }: Extract<AskedCommand, { kind: 'read' }>,
    batch: Batch,
    place: number,
  ): Promise<CommandResult> => {
    const command = withOwnChanges(batch, withAliases(sent, batch.aliases));
    const key = { credential: CREDENTIAL, key: sent.id, fingerprint };
    const outcome = await runRequest(caller, key, async () => {
      const now = clock.now();
      const at = adjustClockSkew(now, batch.sentAt, command.at);
      if (at < now - OLDEST_ACT_MS)
        throw new ApplicationError('COMMAND_TOO_OLD', 'The command is more than 30 days old');
      return apply(caller, command, {
        at,
        isTried: await wasTried(operations, caller, command, batch, place),
      });
    });
    const { operationId } = outcome;
    if ('operation' in outcome) {
      noteOwn(batch, outcome.operation);
      return toResult(batch, command, repeated(command, outcome.operation), operationId);
    }
    const { result } = outcome;
    if (result.status === 'CONFLICT') return describeConflict(operations, caller, command, result.conflict);
    if (operationId === null && result.status === 'DONE')
      return toResult(batch, command, { status: 'UNCHANGED', reason: 'SAME' }, null);
    if (operationId !== null && command.type === 'shopping.set')
      noteOwn(batch, await operations.find(caller.household.id, operationId, viewerOf(caller)));
    return toResult(batch, command, result, operationId);
  };
}

/**
 * Returns true if an edit was already rejected in an earlier batch that the client sends again. A rejected edit
 * stores nothing. So we check whether a later command of the batch on the same occurrence was carried out before:
 * commands run in their order, so this edit was then tried and rejected before it.
 */
async function wasTried(
  operations: Dependencies['operations'],
  { household, memberId }: MemberCaller,
  command: Command,
  { commands, doneEarlier }: Batch,
  place: number,
): Promise<boolean> {
  if (command.type !== 'occurrence.set') return false;
  for (const later of commands.slice(place + 1)) {
    if (later.kind !== 'read') continue;
    const { id, ...other } = later.command;
    if (other.type !== 'occurrence.set' && other.type !== 'occurrence.restore') continue;
    if (other.occurrenceId !== command.occurrenceId) continue;
    const idempotencyKey = { credential: CREDENTIAL, key: id };
    const isDone =
      doneEarlier.get(id) ??
      (await operations.findByIdempotencyKey(household.id, memberId, idempotencyKey)) !== null;
    doneEarlier.set(id, isDone);
    if (isDone) return true;
  }
  return false;
}

/**
 * Returns the result of a command with a conflict. It names the member who changed the row last, if the caller may
 * know it.
 */
async function describeConflict(
  operations: Dependencies['operations'],
  caller: MemberCaller,
  command: Command,
  conflict: CommandConflict,
): Promise<CommandResult> {
  const entity = findEntity(command);
  const last = await operations.lastOn(caller.household.id, [entity], viewerOf(caller));
  const theirs = last.get(entity.id);
  const by = { theirsBy: theirs?.actorId ?? null, theirsAt: theirs?.at ?? null };
  return { id: command.id, status: 'CONFLICT', entity, conflict: { ...conflict, ...by } };
}

/** Returns the result of a command that an earlier batch carried out. */
function repeated(command: Command, operation: ListedOperation): Settled {
  const [shown] = listShownRowIds(operation);
  if (command.type !== 'shopping.add' || shown === undefined || shown === command.itemId)
    return { status: 'DONE' };
  return { status: 'MERGED', into: shown };
}

function toResult(
  { aliases }: Batch,
  command: Command,
  outcome: Settled,
  operationId: OperationId | null,
): CommandResult {
  const done = { id: command.id, ...(operationId !== null && { operationId }) };
  const entity = findEntity(command);
  if (outcome.status === 'UNCHANGED') return { ...done, ...outcome, entity };
  if (outcome.status === 'DONE') return { ...done, status: 'DONE', entity };
  aliases.set(entity.id, outcome.into);
  return { ...done, status: 'MERGED', entity: { ...entity, id: outcome.into }, replaces: entity.id };
}

function findEntity(command: Command): Entity {
  if ('given' in command) return { kind: 'occurrence', id: command.given.occurrenceId };
  if ('occurrenceId' in command) return { kind: 'occurrence', id: command.occurrenceId };
  if ('notificationId' in command) return { kind: 'notification', id: command.notificationId };
  return { kind: 'shoppingItem', id: command.itemId };
}

/**
 * Returns the command. If it removes a shopping item that earlier commands of this batch have changed, it gets the
 * version of the item after these changes. Otherwise they would look like changes by somebody else, and the removal
 * would be refused.
 */
function withOwnChanges({ ownChanges }: Batch, command: Command): Command {
  if (command.type !== 'shopping.remove') return command;
  const own = ownChanges.get(command.itemId) ?? [];
  const seenAt = own.reduce((base, { from, to }) => (base === from ? to : base), command.seenAt);
  return { ...command, seenAt };
}

/** Remembers that the batch has changed an item, for {@link withOwnChanges}. */
function noteOwn({ ownChanges }: Batch, operation: ListedOperation | null): void {
  const change = operation?.params['updatedAt'] as OwnChange | undefined;
  const [id] = operation === null ? [] : listShownRowIds(operation);
  if (change !== undefined && id !== undefined) ownChanges.set(id, [...(ownChanges.get(id) ?? []), change]);
}
