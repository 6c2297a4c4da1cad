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

/** In an export, which stands alone: with where its bytes are, on the service's origin. */
export class ExportedAttachmentDto extends AttachmentDto {
  @PlainText({ format: 'uri-reference' }) url!: string;
}

export function presentExportedAttachment(attachment: Attachment): ExportedAttachmentDto {
  const url = `/v1/households/${attachment.householdId}/attachments/${attachment.id}`;
  return { ...presentAttachment(attachment), url };
}

/** RFC 6266: the name as it is for those who know RFC 8187, and letters that nobody misreads for the others. */
export function saveAs(fileName: string): string {
  const plain = normalize(fileName, 'NFKD').replaceAll(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
