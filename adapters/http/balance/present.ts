import type { RebalanceSummary } from '../../../application/balance/rebalance.js';
import type { Balance } from '../../../domain/balance/balance.js';
import { SUGGESTION_REASONS, type AssigneeSuggestion } from '../../../domain/balance/suggest.js';
import { MovedDateDto, PauseEffectDto } from '../days/pause-present.js';
import { Inline, InlineMany, Integer, ListOf, type InstantText, presentFields } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { Id, InstantField, OneOf } from '../../validation/values.js';

class BalanceMember {
  @Id() memberId!: string;
  @Integer({ minimum: 0, maximum: 100 }) weight!: number;
  @Integer({ minimum: 0, description: 'Days on which the person was a member and not away.' })
  presentDays!: number;
  @Integer({ minimum: 0, description: 'The expected share of the total, by weight and days.' })
  expectedMinutes!: number;
  @Integer({ minimum: 0 }) doneMinutes!: number;
  @Integer({ minimum: 0, description: 'Minutes of open tasks that are due on these days.' })
  plannedMinutes!: number;
  @Integer({ minimum: 0, description: 'How many tasks of others the member did.' }) tookOver!: number;
  @Integer({ minimum: 0, description: 'How many tasks of the member others did.' }) handedOver!: number;
  @Integer({ description: 'Minutes done minus expected minutes. The sum of all members is 0.' })
  difference!: number;
}

export class BalanceDto {
  @Integer({ minimum: 0, description: 'Minutes of shared tasks that were done.' }) totalMinutes!: number;
  @InlineMany(BalanceMember) members!: readonly BalanceMember[];
}

export class SuggestionDto {
  @Id() memberId!: string;
  @Integer({ description: 'Minutes done minus expected minutes, in the last 56 days.' }) difference!: number;
  @OrNull() @InstantField() lastDoneAt!: InstantText | null;
  @ListOf(OneOf(SUGGESTION_REASONS)) reasons!: readonly (typeof SUGGESTION_REASONS)[number][];
}

export function presentBalance(balance: Balance): BalanceDto {
  return presentFields(BalanceDto, balance);
}

export function presentSuggestion(suggestion: AssigneeSuggestion): SuggestionDto {
  return presentFields(SuggestionDto, suggestion);
}

export class ForetoldRebalanceDto {
  @Inline(PauseEffectDto) affected!: PauseEffectDto;
  @InlineMany(MovedDateDto, {
    maxItems: 10,
    description: 'The first dates that would be reassigned, with the new assignees.',
  })
  dates!: readonly MovedDateDto[];
}

export function presentRebalancePreview({ affected, dates }: RebalanceSummary): ForetoldRebalanceDto {
  return presentFields(ForetoldRebalanceDto, {
    affected: presentFields(PauseEffectDto, affected),
    dates: dates.map((one) => presentFields(MovedDateDto, one)),
  });
}
