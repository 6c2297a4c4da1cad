import { PIN_DIGITS } from '../../../domain/displays/pin.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { Absent } from '../../validation/shape.js';
import { Name, Text } from '../../validation/text.js';
import { CivilDateField, Id, textLike } from '../../validation/values.js';

export class CreateDisplayInput {
  @Name({ max: 80 }) name!: string;
}

export class PairDisplayInput {
  /** The code, or what the link of a pass carries behind `#token=`. */
  @Text({ max: 100 }) code!: string;
}

const DIGITS = new RegExp(`^\\d{${PIN_DIGITS.min},${PIN_DIGITS.max}}$`);

/** As it is typed, and not as a number: zeros before it count. */
function PinText(): PropertyDecorator {
  return textLike(DIGITS, 'pin', `must be ${PIN_DIGITS.min} to ${PIN_DIGITS.max} digits`);
}

export class PinInput {
  @PinText() pin!: string;
}

export class ActInput {
  @Id() memberId!: MemberId;
  /** Needed where they have one. */
  @Absent() @Text({ max: PIN_DIGITS.max }) pin?: string;
}

export class PassInput {
  /** The last day of the pass. */
  @CivilDateField() until!: CivilDate;
}
