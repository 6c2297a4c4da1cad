import type { CommandAct } from '../../domain/commands/command.js';
import type { GroupConflict, MergeGroup } from '../../domain/commands/merge.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import type { SeriesView } from '../series/queries.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { isShown } from '../tasks/queries.js';

export type ActOf<Type extends CommandAct['type']> = Extract<CommandAct, { readonly type: Type }>;

/** What an act works with: all of it is one transaction. */
export type Work = {
  readonly dependencies: PlanDependencies;
  readonly scope: UnitOfWorkScope;
  readonly caller: MemberCaller;
  /** When it was done, by our clock. */
  readonly at: Instant;
};

/** null: absent for the caller. What lies in the trash is found. */
export async function lockOccurrence(
  { scope, caller }: Work,
  { occurrenceId }: Pick<ActOf<'occurrence.set'>, 'occurrenceId'>,
): Promise<Occurrence | null> {
  const found = await scope.occurrences.findForUpdate(caller.household.id, occurrenceId, viewerOf(caller));
  return found !== null && isShown(caller, found) ? found : null;
}

export const UNCHANGED_REASONS = ['OUTDATED', 'GONE', 'SAME'] as const;
export const CONFLICT_REASONS = ['CHANGED', 'DELETED', 'SERIES_CHANGED'] as const;

/** Why an edit was not applied, none of it. */
export type CommandConflict = {
  readonly reason: (typeof CONFLICT_REASONS)[number];
  /** As it is now; null: it is gone. */
  readonly current: Occurrence | SeriesView | null;
  /** It is in the trash, and the caller may take it out. */
  readonly restorable: boolean;
  readonly groups: readonly GroupConflict[];
  /** Groups that only the caller changed. */
  readonly wouldApply: readonly MergeGroup[];
};

/** What came of an act that was not refused. */
export type Settled =
  | { readonly status: 'DONE' }
  | { readonly status: 'UNCHANGED'; readonly reason: (typeof UNCHANGED_REASONS)[number] }
  /** `into` is the line that was there already. */
  | { readonly status: 'MERGED'; readonly into: string };
export type Outcome = Settled | { readonly status: 'CONFLICT'; readonly conflict: CommandConflict };

export const DONE: Settled = { status: 'DONE' };
export const SAME: Settled = { status: 'UNCHANGED', reason: 'SAME' };
export const GONE: Settled = { status: 'UNCHANGED', reason: 'GONE' };
/** Somebody did something else later. */
export const OUTDATED: Settled = { status: 'UNCHANGED', reason: 'OUTDATED' };
