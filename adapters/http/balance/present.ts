import { SUGGESTION_REASONS } from '../../../domain/balance/suggest.js';
import { MovedDateDto, PauseEffectDto } from '../days/pause-present.js';
import { Inline, InlineMany, Integer, ListOf, type InstantText, presenterOf } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { Id, InstantField, OneOf } from '../../validation/values.js';

class BalanceMember {
  @Id() memberId!: string;

  @Description('The share of the work that is expected of the member. 100 is a full share.')
  @Integer({ minimum: 0, maximum: 100 })
  weight!: number;

  @Description('Days on which the person was a member and not away.')
  @Integer({ minimum: 0 })
  presentDays!: number;

  @Description('The expected share of the total, by weight and days.')
  @Integer({ minimum: 0 })
  expectedMinutes!: number;

  @Description('Minutes of shared tasks that the member did.')
  @Integer({ minimum: 0 })
  doneMinutes!: number;

  @Description('Minutes of open tasks that are due on these days.')
  @Integer({ minimum: 0 })
  plannedMinutes!: number;

  @Description('The number of tasks that the member did although others were responsible.')
  @Integer({ minimum: 0 })
  tookOver!: number;

  @Description('The number of tasks that others did although the member was responsible.')
  @Integer({ minimum: 0 })
  handedOver!: number;

  @Description('Minutes done minus expected minutes. The sum of all members is 0.')
  @Integer()
  difference!: number;
}

@Description('The minutes that each member did, compared with the expected share.')
export class BalanceDto {
  @Description('Minutes of shared tasks that were done.')
  @Integer({ minimum: 0 })
  totalMinutes!: number;

  @Description(
    'The current members, former ones who were members on these days, and others who did something.',
  )
  @InlineMany(BalanceMember)
  members!: readonly BalanceMember[];
}

@Description('A member who could do a task.')
export class SuggestionDto {
  @Id() memberId!: string;

  @Description('Minutes done minus expected minutes, in the last 56 days.')
  @Integer()
  difference!: number;

  @Description('The time at which the member last did this task. null means never.')
  @OrNull()
  @InstantField()
  lastDoneAt!: InstantText | null;

  @Description(
    'Facts that help to choose. `LEAST_LOADED`: nobody has done less. `LONGEST_AGO`: nobody did ' +
      'this task longer ago. `AWAY`: the member is away on that day. `NOT_IN_ROTATION`: the rotation ' +
      'does not name the member.',
  )
  @ListOf(OneOf(SUGGESTION_REASONS))
  reasons!: readonly (typeof SUGGESTION_REASONS)[number][];
}

export const presentBalance = presenterOf(BalanceDto);

export const presentAssigneeSuggestion = presenterOf(SuggestionDto);

@Description('The turns that a rebalance would reassign.')
export class ForetoldRebalanceDto {
  @Inline(PauseEffectDto) affected!: PauseEffectDto;

  @Description('The first dates that would be reassigned, with the new assignees, at most ten.')
  @InlineMany(MovedDateDto, { maxItems: 10 })
  dates!: readonly MovedDateDto[];
}

export const presentRebalancePreview = presenterOf(ForetoldRebalanceDto);
