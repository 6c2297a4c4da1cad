import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { NewDisplay } from '../../../application/displays/manage-displays.js';
import type { PairedDisplay } from '../../../application/displays/pair-display.js';
import { passLink } from '../../../application/shared/links.js';
import { DISPLAY_KINDS, type Display } from '../../../domain/displays/display.js';
import { PlainText, Secret, presentFields, type InstantText } from '../schema/output.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';

export class DisplayDto {
  @Id() id!: string;
  @OneOf(DISPLAY_KINDS) kind!: (typeof DISPLAY_KINDS)[number];
  @PlainText() name!: string;
  @OrNull() @Id() memberId!: string | null;
  @Flag({ description: 'True if a device has been paired.' }) paired!: boolean;
  @Id() createdBy!: string;
  @InstantField() createdAt!: InstantText;
  @OrNull() @InstantField() lastSeenAt!: InstantText | null;
  @OrNull() @CivilDateField() firstDate!: string | null;
  @OrNull() @CivilDateField() lastDate!: string | null;
  @OrNull() @InstantField() expiresAt!: InstantText | null;
}

export class NewDisplayDto extends DisplayDto {
  @Secret({
    description:
      'The code to enter on the tablet within ten minutes. It works once, and only this answer ' +
      'contains it.',
  })
  pairingCode!: string;
}

export class PairedDisplayDto {
  @Id() displayId!: string;
  @OneOf(DISPLAY_KINDS) kind!: (typeof DISPLAY_KINDS)[number];
  @PlainText() name!: string;
  @Id() householdId!: string;
  @OrNull() @Id() memberId!: string | null;
  @OrNull() @CivilDateField() firstDate!: string | null;
  @OrNull() @CivilDateField() lastDate!: string | null;
  @Absent()
  @Secret({ description: 'The bearer token of the display. It is present only with `X-Client: mobile`.' })
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
  @Secret({
    description:
      'The token to send as `X-Act-Token`. It is valid for five minutes, and each answer has ' +
      'the next one in the same header.',
  })
  actToken!: string;
}

export class NewPassDto extends DisplayDto {
  @Secret({ description: 'The link for the guest. Only this answer contains it.' }) url!: string;
  @Secret({ description: 'The token of the link. Send it as `code` to `POST /v1/displays/pair`.' })
  token!: string;
}
