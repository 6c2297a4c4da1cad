import type { Pause } from '../days/pause.js';
import type { BalanceInputs } from '../rotation/draw.js';
import type { MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { OccurrenceEdit } from '../tasks/edit.js';
import type { DatedContext } from './series.js';
import type { TaskDraft } from '../tasks/draft.js';

export const SCOPES = ['this', 'following', 'all'] as const;
/** How far a PATCH or DELETE of an occurrence reaches within its series. */
export type Scope = (typeof SCOPES)[number];

/**
 * The fields of a PATCH that belong to the series. An absent field stays unchanged. The recurrence null means that the
 * task stops repeating.
 */
export type SeriesPart = Partial<
  Pick<TaskDraft, 'recurrence' | 'rotation' | 'missed' | 'season' | 'shift' | 'whenAway'>
> & {
  /** The titles of the checklist items, in order. */
  readonly checklist?: readonly string[];
};

/** The fields of a PATCH of an occurrence. */
export type TaskEdit = Omit<OccurrenceEdit, 'responsibleMemberIds'> &
  SeriesPart & {
    /** The assignees. null assigns the occurrence again to the members whom the rotation names. */
    readonly responsibleMemberIds?: readonly MemberId[] | null;
  };

/** The fields of a PATCH of a series. `allDay` is missing because it is derived from `time`. */
export type SeriesFields = Omit<TaskEdit, 'date' | 'softDue' | 'allDay'>;

/** The data that planning an edit needs in addition to the series itself. */
export type EditContext = DatedContext & {
  readonly editor: MemberId;
  readonly now: Instant;
  /** All active members; only they can take turns. */
  readonly members: readonly MemberId[];
  /** The members who take no turns, including former ones. */
  readonly helpers: ReadonlySet<MemberId>;
  /** The seed for a requested shuffle that has no seed. */
  readonly seed: string;
  /** The balance inputs for a balanced rotation. */
  readonly balanceInputs: BalanceInputs;
  /** The household's pauses that the editor sees. Only needed if the edit makes a one-off task repeat. */
  readonly pauses: readonly Pause[];
};
