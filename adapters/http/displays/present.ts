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
  @Flag({ description: 'Whether some device has become it' }) paired!: boolean;
  @Id() createdBy!: string;
  @InstantField() createdAt!: InstantText;
  @OrNull() @InstantField() lastSeenAt!: InstantText | null;
  @OrNull() @CivilDateField() firstDate!: string | null;
  @OrNull() @CivilDateField() lastDate!: string | null;
  @OrNull() @InstantField() expiresAt!: InstantText | null;
}

export class NewDisplayDto extends DisplayDto {
  @Secret({ description: 'To be typed on the display within ten minutes, once; told this once' })
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
  @Secret({ description: 'with `X-Client: mobile`: the bearer token of the display' })
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

/** What the display that asks is. */
export function presentOwn(display: CallingFields, householdId: HouseholdId): PairedDisplayDto {
  return presentFields(PairedDisplayDto, { ...display, displayId: display.id, householdId });
}

type CallingFields = Pick<Display, 'id' | 'kind' | 'name' | 'memberId' | 'firstDate' | 'lastDate'>;

export class ActDto {
  @Secret({ description: 'To be sent as X-Act-Token for five minutes; each answer to it tells the next one' })
  actToken!: string;
}

export class NewPassDto extends DisplayDto {
  @Secret({ description: 'For whoever it is for; told this once' }) url!: string;
  @Secret({ description: 'What the link carries: it is exchanged by `POST /v1/displays/pair`' })
  token!: string;
}
