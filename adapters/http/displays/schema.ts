import { PIN_DIGITS } from '../../../domain/displays/pin.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { Description } from '../../validation/compose.js';
import { Absent } from '../../validation/shape.js';
import { Name, Text } from '../../validation/text.js';
import { CivilDateField, Id, textLike } from '../../validation/values.js';

export class CreateDisplayInput {
  @Name({ max: 80 }) name!: string;
}

export class PairDisplayInput {
  @Description('The pairing code of a display, or the token of a guest pass from its link (after `#token=`).')
  @Text({ max: 100 })
  code!: string;
}

const DIGITS = new RegExp(`^\\d{${PIN_DIGITS.min},${PIN_DIGITS.max}}$`);

/** A PIN is text and not a number, because its leading zeros are significant. */
function PinText(): PropertyDecorator {
  return textLike(DIGITS, 'pin', `must be ${PIN_DIGITS.min} to ${PIN_DIGITS.max} digits`);
}

export class PinInput {
  @Description('Four to eight digits. It is text, because leading zeros count.')
  @PinText()
  pin!: string;
}

export class ActInput {
  @Id() memberId!: MemberId;

  @Description('The PIN of the member. It is required if the member has one.')
  @Absent()
  @Text({ max: PIN_DIGITS.max })
  pin?: string;
}

export class PassInput {
  @Description('The last day on which the pass is valid. It is at most 60 days ahead.')
  @CivilDateField()
  until!: CivilDate;
}
