import { signal, useSignal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useHousehold, type HouseholdData, type Occurrence } from '../../data/household.ts';
import {
  changedFields,
  findConflict,
  isConflict,
  merge,
  resolve,
  pickSeen,
  type Conflict,
  type Edit,
  type Fields,
  type Group,
} from '../../data/merge.ts';
import type { Scope } from '../../data/occurrence.ts';
import { dismiss, parkConflict, undecided } from '../../data/outbox.ts';
import type { Refusal } from '../../data/outbox-rules.ts';
import { t } from '../../i18n/t.ts';
import { offerUndo } from '../../ui/ticking.ts';

/**
 * Ids of the refused edits about which the user wants to decide later. They stay in the list of undecided changes
 * (`Tray`).
 */
export const postponed = signal<ReadonlySet<string>>(new Set());

/**
 * The edits of one task. For a task of a series, the user first chooses the scope of the edit. Then the edit is shown
 * and sent to the service. If somebody else has changed the same field, the user is asked before their value is
 * overwritten.
 */
export class Editing {
  readonly household: HouseholdData;
  readonly occurrenceId: string;
  /** The scope of edits in a series. null means the user has not been asked yet. */
  readonly scope: Signal<Scope | null>;
  /**
   * An edit of a series for which the user has not chosen a scope yet. `replaces` is an earlier refusal, which is
   * dismissed when the edit is sent.
   */
  readonly asking: Signal<(Edit & { readonly replaces?: Refusal | undefined }) | null>;

  constructor(household: HouseholdData, occurrenceId: string, signals: Pick<Editing, 'scope' | 'asking'>) {
    this.household = household;
    this.occurrenceId = occurrenceId;
    this.scope = signals.scope;
    this.asking = signals.asking;
  }

  get row(): Occurrence | undefined {
    return this.household.occurrence(this.occurrenceId);
  }

  /**
   * Edits the task, unless its values stay the same. Returns false if the user has to choose the scope first, or if
   * the task is gone.
   * @param base the values when the edit began, if they differ from the current ones
   * @param replaces the refusal that this edit replaces
   */
  change(set: Fields, base: Fields = {}, replaces?: Refusal): boolean {
    const { row } = this;
    if (row === undefined) return false;
    const edit = { set, base: { ...pickSeen(row, set), ...base } };
    if (changedFields(edit.base, { ...edit.base, ...set }).length === 0) return true;
    if (row.seriesId === null || row.status !== 'TODO' || isGivenDate(row, set)) this.send(edit, 'this');
    // A change of the visibility always applies to the whole series.
    else if ('visibility' in set) this.send(edit, 'all');
    else if (this.scope.value !== null) this.send(edit, this.scope.value);
    else {
      this.asking.value = { ...edit, replaces };
      return false;
    }
    if (replaces !== undefined) dismiss(replaces);
    return true;
  }

  /** Assigns the turn to the member whom the rotation names. */
  followRule(): void {
    const { row } = this;
    if (row === undefined) return;
    const { household, occurrenceId } = this;
    const base = pickSeen(row, { responsibleMemberIds: null });
    const set = { responsibleMemberIds: null };
    offerUndo(
      household,
      t('occurrence.saved'),
      household.act({ type: 'occurrence.set', occurrenceId, set, base }),
    );
  }

  /** Assigns this turn to a member. The other turns of the series do not change. */
  takeIt(memberId: string): void {
    const { row } = this;
    if (row === undefined) return;
    const set = { responsibleMemberIds: [memberId] };
    this.send({ set, base: pickSeen(row, set) }, 'this');
  }

  choose(scope: Scope): void {
    const edit = this.asking.value;
    this.scope.value = scope;
    this.asking.value = null;
    if (edit === null) return;
    this.send(edit, scope);
    if (edit.replaces !== undefined) dismiss(edit.replaces);
  }

  send(edit: Edit, scope: Scope): void {
    const { row, household, occurrenceId } = this;
    if (row === undefined) return;
    if (scope !== 'this') {
      const { version } = row;
      const what = { type: 'occurrence.set', occurrenceId, set: edit.set, scope, version } as const;
      offerUndo(household, t('occurrence.saved'), household.act(what));
      return;
    }
    const merged = merge(edit, row);
    // Somebody else has changed the same field, such as the title, during the edit. The user has to decide
    // before it is sent.
    if (isConflict(merged)) {
      const { set, base } = edit;
      parkConflict(
        household.id,
        { type: 'occurrence.set', occurrenceId, set, base },
        { reason: 'CHANGED', current: row, groups: merged.differences },
      );
      return;
    }
    const actId = household.act({ type: 'occurrence.set', occurrenceId, ...merged } as never);
    offerUndo(household, t('occurrence.saved'), actId);
  }

  /** The refused edits of this task that wait for a decision. */
  get refused(): readonly Refusal[] {
    return undecided.value.filter(
      ({ entry: { act } }) => 'occurrenceId' in act && act.occurrenceId === this.occurrenceId,
    );
  }

  /** The conflict that the user should decide about now. null if there is none. */
  get conflict(): Refusal | null {
    return (
      this.refused.find(
        (refusal) => findConflict(refusal, this.row) !== null && !postponed.value.has(refusal.entry.id),
      ) ?? null
    );
  }
}

/**
 * Returns true if the edit sets the date of an occurrence that has none yet. Such an edit applies to this
 * occurrence only.
 */
const isGivenDate = (row: Occurrence, set: Fields): boolean => row.date === null && 'date' in set;

/** Applies the user's decision about a conflict to the current values. */
export function decide(
  household: HouseholdData,
  refusal: Refusal,
  conflict: Conflict,
  choices: ReadonlyMap<Group, 'yours' | 'theirs'>,
): void {
  const { occurrenceId } = conflict;
  const edit = resolve(conflict, choices);
  if (edit !== null) {
    const actId = household.act({ type: 'occurrence.set', occurrenceId, ...edit } as never);
    offerUndo(household, t('occurrence.saved'), actId);
  }
  dismiss(refusal);
}

export function useEditing(occurrenceId: string): Editing {
  const household = useHousehold();
  const scope = useSignal<Scope | null>(null);
  const asking: Editing['asking'] = useSignal(null);
  return useMemo(
    () => new Editing(household, occurrenceId, { scope, asking }),
    [household, occurrenceId, scope, asking],
  );
}
