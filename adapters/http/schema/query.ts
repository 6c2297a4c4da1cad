import { LOCALES, type Locale } from '../../../domain/shared/locale.js';
import { VISIBILITIES, type Visibility } from '../../../domain/shared/visibility.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { isUuid, type CategoryId, type SeriesId, type TaskId } from '../../../domain/shared/ids.js';
import { PRIORITIES, STATUSES, type Priority, type Status } from '../../../domain/tasks/occurrence.js';
import { SCOPES, type Scope } from '../../../domain/series/edit-request.js';
import { SWAP_STATUSES, type SwapStatus } from '../../../domain/series/swap.js';
import { VIEWS, type View } from '../../../domain/tasks/views.js';
import { field, rule, Description } from '../../validation/compose.js';
import { Absent } from '../../validation/shape.js';
import { Text } from '../../validation/text.js';
import { CivilDateField, Id, InstantField, OneOf, QueryFlag, QueryNumber } from '../../validation/values.js';

export class PageQuery {
  @Absent() @QueryNumber({ min: 1, max: 500 }) limit?: number;
  @Absent() @Text({ max: 500 }) cursor?: string;
}

/** The language in which rules are described. The default is the language of the caller. */
export class LocaleQuery {
  @Absent() @OneOf(LOCALES) locale?: Locale;
}

export class SeriesQuery extends PageQuery {
  @Absent() @OneOf(LOCALES) locale?: Locale;
}

export class ActivityQuery extends PageQuery {
  /** The id of an occurrence, a series, a task, or any other row on which somebody acted. */
  @Absent() @Id() subjectId?: string;
  @Absent() @InstantField() since?: string;
}

export class SwapsQuery extends PageQuery {
  @Absent() @OneOf(SWAP_STATUSES) status?: SwapStatus;
}

const ASSIGNEE_WORDS = ['me', 'unassigned', 'together'];

function Assignee(): PropertyDecorator {
  const holds = (value: unknown) =>
    typeof value === 'string' && (ASSIGNEE_WORDS.includes(value) || isUuid(value));
  return field(
    {
      anyOf: [
        { type: 'string', format: 'uuid' },
        { type: 'string', enum: ASSIGNEE_WORDS },
      ],
    },
    rule('assignee', 'must be a member id, me, unassigned or together', holds),
  );
}

export class OccurrencesQuery extends PageQuery {
  @Absent() @OneOf(VIEWS) view?: View;
  @Absent() @CivilDateField() from?: CivilDate;
  @Absent() @CivilDateField() to?: CivilDate;
  @Absent() @Assignee() assignee?: string;
  @Absent() @Id() categoryId?: CategoryId;
  @Absent() @OneOf(PRIORITIES) priority?: Priority;
  @Absent() @OneOf(STATUSES) status?: Status;
  @Absent() @OneOf(VISIBILITIES) visibility?: Visibility;
  @Absent() @Id() taskId?: TaskId;
  @Absent() @Id() seriesId?: SeriesId;
  @Absent() @Text({ max: 100, blank: true }) q?: string;
}

export class DownloadQuery {
  @Absent() @OneOf(['thumb']) variant?: 'thumb';
}

export class StatisticsQuery {
  @Absent() @CivilDateField() from?: CivilDate;
  @Absent() @CivilDateField() to?: CivilDate;
  @Absent() @OneOf(['week']) by?: 'week';
}

export class BalanceQuery {
  @Absent() @CivilDateField() from?: CivilDate;
  @Absent() @CivilDateField() to?: CivilDate;
}

export class ScopeQuery {
  @Absent() @OneOf(SCOPES) scope?: Scope;
}

export class RestoreQuery {
  @Absent() @OneOf(['this', 'all']) scope?: 'this' | 'all';
}

export class DryRunQuery {
  @Description('If true, the answer shows what the request would change, and nothing is changed.')
  @Absent()
  @QueryFlag()
  dryRun?: boolean;
}
