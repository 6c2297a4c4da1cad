import { useSignal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useHousehold, type HouseholdData, type Occurrence } from '../../data/household.ts';
import {
  changedFields,
  conflictOf,
  isConflict,
  merge,
  resolve,
  seen,
  type Conflict,
  type Edit,
  type Fields,
  type Group,
} from '../../data/merge.ts';
import type { Scope } from '../../data/occurrence.ts';
import { dismiss, refusals } from '../../data/outbox.ts';
import type { Refusal } from '../../data/outbox-rules.ts';
import { t } from '../../i18n/t.ts';
import { offerUndo } from '../../ui/ticking.ts';

/** How one task is edited in place: at once, with the scope that was chosen, and never over somebody else's change unasked. */
export class Editing {
  readonly household: HouseholdData;
  readonly occurrenceId: string;
  /** How far the edits of a series reach; null: not asked yet. */
  readonly scope: Signal<Scope | null>;
  /** An edit of a series that waits for its scope. */
  readonly asking: Signal<Edit | null>;
  /** Found here before it was sent, such as a title that somebody else has changed while it was typed. */
  readonly found: Signal<Conflict | null>;

  constructor(
    household: HouseholdData,
    occurrenceId: string,
    signals: Pick<Editing, 'scope' | 'asking' | 'found'>,
  ) {
    this.household = household;
    this.occurrenceId = occurrenceId;
    this.scope = signals.scope;
    this.asking = signals.asking;
    this.found = signals.found;
  }

  get row(): Occurrence | undefined {
    return this.household.occurrence(this.occurrenceId);
  }

  /** @param base what was there when the edit began, where that is not now */
  change(set: Fields, base: Fields = {}): void {
    const { row } = this;
    if (row === undefined) return;
    const edit = { set, base: { ...seen(row, set), ...base } };
    if (changedFields(edit.base, { ...edit.base, ...set }).length === 0) return;
    if (row.seriesId === null || row.status !== 'TODO') {
      this.send(edit, 'this');
      return;
    }
    // Who sees it is the whole task's: there is nothing to choose.
    if ('visibility' in set) {
      this.send(edit, 'all');
      return;
    }
    if (this.scope.value === null) this.asking.value = edit;
    else this.send(edit, this.scope.value);
  }

  /** The turn goes back to whom the rule names. */
  followRule(): void {
    const { row } = this;
    if (row === undefined) return;
    const { household, occurrenceId } = this;
    const base = seen(row, { responsibleMemberIds: null });
    const set = { responsibleMemberIds: null };
    offerUndo(
      household,
      t('occurrence.saved'),
      household.act({ type: 'occurrence.set', occurrenceId, set, base }),
    );
  }

  choose(scope: Scope): void {
    const edit = this.asking.value;
    this.scope.value = scope;
    this.asking.value = null;
    if (edit !== null) this.send(edit, scope);
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
    if (isConflict(merged)) {
      this.found.value = merged;
      return;
    }
    const actId = household.act({ type: 'occurrence.set', occurrenceId, ...merged } as never);
    offerUndo(household, t('occurrence.saved'), actId);
  }

  /** What was not taken of this task: each is decided about or taken note of. */
  get refused(): readonly Refusal[] {
    return refusals.value.filter(
      ({ entry: { act } }) => 'occurrenceId' in act && act.occurrenceId === this.occurrenceId,
    );
  }

  get conflict(): { readonly conflict: Conflict; readonly refusal: Refusal | null } | null {
    if (this.found.value !== null) return { conflict: this.found.value, refusal: null };
    for (const refusal of this.refused) {
      const conflict = conflictOf(refusal);
      if (conflict !== null) return { conflict, refusal };
    }
    return null;
  }

  decide(choices: ReadonlyMap<Group, 'yours' | 'theirs'>): void {
    const { conflict: current } = this;
    if (current === null) return;
    this.found.value = null;
    if (current.refusal !== null) dismiss(current.refusal);
    const edit = resolve(current.conflict, choices);
    if (edit === null) return;
    const { occurrenceId } = this;
    const actId = this.household.act({ type: 'occurrence.set', occurrenceId, ...edit } as never);
    offerUndo(this.household, t('occurrence.saved'), actId);
  }
}

export function useEditing(occurrenceId: string): Editing {
  const household = useHousehold();
  const scope = useSignal<Scope | null>(null);
  const asking = useSignal<Edit | null>(null);
  const found = useSignal<Conflict | null>(null);
  return useMemo(
    () => new Editing(household, occurrenceId, { scope, asking, found }),
    [household, occurrenceId, scope, asking, found],
  );
}
