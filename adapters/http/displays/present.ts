import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { NewDisplay } from '../../../application/displays/manage-displays.js';
import type { PairedDisplay } from '../../../application/displays/pair-display.js';
import { passLink } from '../../../application/shared/links.js';
import { DISPLAY_KINDS, type Display } from '../../../domain/displays/display.js';
import { PlainText, Secret, presentFields, type InstantText } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';

class DisplayFields {
  @Description('`DISPLAY`: a tablet. `PASS`: a link that acts as the display of one guest.')
  @OneOf(DISPLAY_KINDS)
  kind!: (typeof DISPLAY_KINDS)[number];

  @PlainText() name!: string;

  @Description('The guest to whom a pass belongs. null for a tablet.')
  @OrNull()
  @Id()
  memberId!: string | null;

  @Description('The first day of a pass. null for a tablet.')
  @OrNull()
  @CivilDateField()
  firstDate!: string | null;

  @Description('The last day of a pass, which is included. null for a tablet.')
  @OrNull()
  @CivilDateField()
  lastDate!: string | null;
}

@Description('A tablet on the wall, or a guest pass.')
export class DisplayDto extends DisplayFields {
  @Id() id!: string;

  @Description('True if a device has been paired.')
  @Flag()
  paired!: boolean;

  @Description('The member who created the display or pass.')
  @Id()
  createdBy!: string;

  @InstantField() createdAt!: InstantText;

  @Description(
    'The time of the last request, updated at most once an hour. null means that it was never used.',
  )
  @OrNull()
  @InstantField()
  lastSeenAt!: InstantText | null;

  @Description(
    'The time at which a pass expires. null for a tablet, which expires after 60 days without a ' +
      'request.',
  )
  @OrNull()
  @InstantField()
  expiresAt!: InstantText | null;
}

export class NewDisplayDto extends DisplayDto {
  @Description(
    'The code to enter on the tablet within ten minutes. It works once, and only this answer ' +
      'contains it.',
  )
  @Secret()
  pairingCode!: string;
}

@Description('A display, and the household that it shows.')
export class PairedDisplayDto extends DisplayFields {
  @Id() displayId!: string;
  @Id() householdId!: string;

  @Description('The bearer token of the display. It is present only with `X-Client: mobile`.')
  @Absent()
  @Secret()
  token?: string;
}

export function presentDisplay(display: Display): DisplayDto {
  return presentFields(DisplayDto, { ...display, paired: display.tokenHash !== null });
}

export function presentNew({ display, pairingCode }: NewDisplay): NewDisplayDto {
  return { ...presentDisplay(display), pairingCode };
}

export function presentPass({ display, token }: PairedDisplay, webBaseUrl: string): NewPassDto {
  return { ...presentDisplay(display), token, url: passLink(webBaseUrl, token) };
}

export function presentPaired({ display, token }: PairedDisplay, bearerMode: boolean): PairedDisplayDto {
  return { ...presentOwn(display, display.householdId), ...(bearerMode && { token }) };
}

/** Presents the display that sends the request. */
export function presentOwn(display: CallingFields, householdId: HouseholdId): PairedDisplayDto {
  return presentFields(PairedDisplayDto, { ...display, displayId: display.id, householdId });
}

type CallingFields = Pick<Display, 'id' | 'kind' | 'name' | 'memberId' | 'firstDate' | 'lastDate'>;

export class ActDto {
  @Description(
    'The token to send as `X-Act-Token`. It is valid for five minutes. The answer to a ' +
      'request that needs a chosen member contains the next token in the same header.',
  )
  @Secret()
  actToken!: string;
}

export class NewPassDto extends DisplayDto {
  @Description('The link for the guest. Only this answer contains it.')
  @Secret()
  url!: string;

  @Description('The token of the link. Send it as `code` to `POST /v1/displays/pair`.')
  @Secret()
  token!: string;
}
