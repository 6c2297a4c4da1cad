import type { Attachment } from '../../../domain/attachments/attachment.js';
import { normalize } from '../../../domain/shared/normal-form.js';
import { Integer, PlainText, type InstantText, presenterOf } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Id, InstantField } from '../../validation/values.js';

@Description('A file of a task.')
export class AttachmentDto {
  @Id() id!: string;
  @PlainText() fileName!: string;

  @Description('The media type, found from the bytes of the file.')
  @PlainText()
  contentType!: string;

  @Description('The size in bytes.')
  @Integer()
  size!: number;

  @Description('The SHA-256 of the file in hexadecimal digits.')
  @PlainText({ pattern: '^[0-9a-f]{64}$' })
  sha256!: string;

  @Description('The member who uploaded the file.')
  @Id()
  createdBy!: string;

  @InstantField() createdAt!: InstantText;
}

export const presentAttachment = presenterOf(AttachmentDto);

@Description('A file in an export, with the path of its bytes.')
export class ExportedAttachmentDto extends AttachmentDto {
  @Description('The path on this service from which the file can be downloaded.')
  @PlainText({ format: 'uri-reference' })
  url!: string;
}

export function presentExportedAttachment(attachment: Attachment): ExportedAttachmentDto {
  const url = `/v1/households/${attachment.householdId}/attachments/${attachment.id}`;
  return { ...presentAttachment(attachment), url };
}

/**
 * Returns a Content-Disposition header (RFC 6266): the exact name for clients that know RFC 8187, and an
 * ASCII name for others.
 */
export function saveAs(fileName: string): string {
  const plain = normalize(fileName, 'NFKD').replaceAll(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
