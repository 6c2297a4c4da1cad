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

/** Conflicts that shall be decided later: they stay in the tray. */
export const postponed = signal<ReadonlySet<string>>(new Set());

/** How one task is edited in place: at once, with the scope that was chosen, and never over somebody else's change unasked. */
export class Editing {
  readonly household: HouseholdData;
  readonly occurrenceId: string;
  /** How far the edits of a series reach; null: not asked yet. */
  readonly scope: Signal<Scope | null>;
  /** An edit of a series that waits for its scope; `replaces` was not taken before, and goes when this is sent. */
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
   * Answers whether it is on its way; false: how far it reaches is asked first, and may be left open.
   * @param base what was there when the edit began, where that is not now
   */
  change(set: Fields, base: Fields = {}, replaces?: Refusal): boolean {
    const { row } = this;
    if (row === undefined) return false;
    const edit = { set, base: { ...pickSeen(row, set), ...base } };
    if (changedFields(edit.base, { ...edit.base, ...set }).length === 0) return true;
    if (row.seriesId === null || row.status !== 'TODO' || isGivenDate(row, set)) this.send(edit, 'this');
    // Who sees it is the whole task's: there is nothing to choose.
    else if ('visibility' in set) this.send(edit, 'all');
    else if (this.scope.value !== null) this.send(edit, this.scope.value);
    else {
      this.asking.value = { ...edit, replaces };
      return false;
    }
    if (replaces !== undefined) dismiss(replaces);
    return true;
  }

  /** The turn goes back to whom the rule names. */
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

  /** This turn alone is theirs. */
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
    // Such as a title that somebody else has changed while it was typed: it waits for a decision before it was sent.
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

  /** What was not taken of this task: each is decided about or taken note of. */
  get refused(): readonly Refusal[] {
    return undecided.value.filter(
      ({ entry: { act } }) => 'occurrenceId' in act && act.occurrenceId === this.occurrenceId,
    );
  }

  /** What is to be decided now. */
  get conflict(): Refusal | null {
    return (
      this.refused.find(
        (refusal) => findConflict(refusal, this.row) !== null && !postponed.value.has(refusal.entry.id),
      ) ?? null
    );
  }
}

/** The one of a series that waits gets its date: the others have theirs, or come after it. */
const isGivenDate = (row: Occurrence, set: Fields): boolean => row.date === null && 'date' in set;

/** Does what was decided about a conflict, on top of what is there now. */
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
