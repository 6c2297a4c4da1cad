import type { Attachment } from '../../../domain/attachments/attachment.js';
import { normalize } from '../../../domain/shared/normal-form.js';
import { Integer, PlainText, type InstantText, presentFields } from '../schema/output.js';
import { Id, InstantField } from '../../validation/values.js';

export class AttachmentDto {
  @Id() id!: string;
  @PlainText() fileName!: string;
  @PlainText({ description: 'The type that the bytes of the file have.' }) contentType!: string;
  @Integer({ description: 'The size in bytes.' }) size!: number;
  @PlainText({ pattern: '^[0-9a-f]{64}$' }) sha256!: string;
  @Id() createdBy!: string;
  @InstantField() createdAt!: InstantText;
}

export function presentAttachment(attachment: Attachment): AttachmentDto {
  return presentFields(AttachmentDto, attachment);
}

/** A file in an export, with the absolute address of its bytes. */
export class ExportedAttachmentDto extends AttachmentDto {
  @PlainText({ format: 'uri-reference' }) url!: string;
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
