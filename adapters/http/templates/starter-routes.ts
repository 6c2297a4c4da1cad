import { ruleText } from '../../../domain/recurrence/text/rule-text.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { LOCALES, type Locale } from '../../../domain/shared/locale.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { STARTERS, type Starter } from '../../../domain/templates/starters.js';
import { route, tagged, type Route } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { field, rule, Description } from '../../validation/compose.js';
import { Domain, Inline, Integer, ListOf, PlainText, presentFields, presenterOf } from '../schema/output.js';
import { Absent, Nullable } from '../../validation/shape.js';
import { LocaleQuery } from '../schema/query.js';
import { CivilDateField, Flag, Id, Ids, isList, OneOf } from '../../validation/values.js';
import { OccurrenceDto, occurrenceAnswers } from '../tasks/present.js';

const MAX_MEMBERS = 10;

/** A field for a list of starter keys. The use case checks whether starters with these keys exist. */
function Keys(): PropertyDecorator {
  const isText = (value: unknown) => typeof value === 'string' && value.length <= 80;
  return field(
    { type: 'array', minItems: 1, maxItems: STARTERS.length, items: { type: 'string' } },
    isList({ max: STARTERS.length }),
    rule(
      'arrayNotEmpty',
      'must contain the key of at least one idea',
      (value) => !Array.isArray(value) || value.length > 0,
    ),
    rule(
      'isString',
      'each must be the key of an idea, from GET /v1/starters',
      (value) => !Array.isArray(value) || value.every(isText),
    ),
  );
}

export class ApplyStartersInput {
  @Description('The keys of the ideas, from `GET /v1/starters`.')
  @Keys()
  keys!: string[];

  @Description(
    'The members who take turns with the ideas that have `turns: true`. A single member ' +
      'gets every date of them. An empty list means unassigned.',
  )
  @Ids({ max: MAX_MEMBERS })
  memberIds!: MemberId[];

  @Description('The first possible date. null or missing means today.')
  @Nullable()
  @CivilDateField()
  startDate?: CivilDate | null;

  @Description('The language of titles and categories. The default is the language of the account.')
  @Absent()
  @OneOf(LOCALES)
  locale?: Locale;
}

class StarterCategory {
  @PlainText() name!: string;

  @Description('The name of an icon of Lucide.')
  @PlainText()
  icon!: string;
}

@Description('An idea for a chore.')
export class StarterDto {
  @Description('A stable name of the idea.')
  @PlainText()
  key!: string;

  @Description('The heading under which the idea is shown.')
  @PlainText()
  group!: string;

  @PlainText() title!: string;
  @Inline(StarterCategory) category!: StarterCategory;

  @Description('The suggested repetition.')
  @Domain('Recurrence')
  recurrence!: Recurrence;

  @Description('The recurrence in words.')
  @PlainText()
  text!: string;

  @Description('Estimated minutes.')
  @Integer()
  durationMinutes!: number;

  @Description('True if members take turns. Otherwise anybody may do it.')
  @Flag()
  turns!: boolean;
}

@Description('A date of a chore that would be created.')
export class StarterDateDto {
  @CivilDateField() date!: string;
  @PlainText() title!: string;

  @Description('The assignees. An empty list means unassigned.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];
}

const presentStarter =
  (locale: Locale) =>
  ({ group, title, category, ...starter }: Starter): StarterDto =>
    presentFields(StarterDto, {
      ...starter,
      group: group[locale],
      title: title[locale],
      category: { name: category.name[locale], icon: category.icon },
      text: ruleText(starter.recurrence, { locale, weekStart: 'mo' }),
    });

export function starterRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases } = dependencies;
  const { several, currentRows } = occurrenceAnswers(dependencies);
  return tagged('Templates', [
    route({
      method: 'get',
      path: '/v1/starters',
      operationId: 'listStarters',
      summary: 'List ideas for chores',
      description:
        'Returns chores that most homes have, for a new household, in the language of the ' +
        'caller or of `locale`.',
      query: LocaleQuery,
      responses: [{ status: 200, description: 'The ideas, by group.', body: [StarterDto] }],
      handle: ({ caller, query }) => ({
        body: STARTERS.map(presentStarter(query.locale ?? caller.account.locale)),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/starters/preview',
      operationId: 'previewStarters',
      summary: 'Preview chores from ideas',
      description:
        'Returns the first seven days of the chores that these ideas would create. Nothing is created.',
      body: ApplyStartersInput,
      responses: [{ status: 200, description: 'The dates, in order.', body: [StarterDateDto] }],
      handle: async ({ caller, body: { keys, memberIds, startDate = null, locale = null } }) => ({
        body: (await useCases.previewStarters(caller, { keys, memberIds, startDate, locale })).map(
          presenterOf(StarterDateDto),
        ),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/starters/apply',
      operationId: 'applyStarters',
      onReplay: currentRows,
      summary: 'Create chores from ideas',
      description:
        'Creates a series for each idea in `keys`, or no series if one of them is refused. An idea ' +
        'is a chore that `GET /v1/starters` suggests. An idea for which that list says ' +
        '`turns: true` is assigned to `memberIds`: several members take turns, and a single ' +
        'member gets every date. Other ideas are unassigned, because anybody may do them.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: ApplyStartersInput,
      responses: [
        {
          status: 201,
          description: 'The first occurrence of each series, in the order of `GET /v1/starters`.',
          body: [OccurrenceDto],
        },
      ],
      errors: ['LIMIT_REACHED'],
      handle: async ({ caller, body: { keys, memberIds, startDate = null, locale = null } }) =>
        several(caller, await useCases.applyStarters(caller, { keys, memberIds, startDate, locale })),
    }),
  ]);
}
