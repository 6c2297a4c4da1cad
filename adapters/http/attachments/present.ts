import { Type, type Static } from 'typebox';
import type { Attachment } from '../../../domain/attachments/attachment.js';
import { normalize } from '../../../domain/shared/normal-form.js';
import { instant, presentInstant, uuid } from '../schema/common.js';

export const AttachmentDto = Type.Object(
  {
    id: uuid(),
    fileName: Type.String(),
    contentType: Type.String({ description: 'As its bytes say' }),
    size: Type.Integer({ description: 'In bytes' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    createdBy: uuid(),
    createdAt: instant(),
  },
  { title: 'AttachmentDto' },
);

export function presentAttachment(attachment: Attachment): Static<typeof AttachmentDto> {
  return {
    id: attachment.id,
    fileName: attachment.fileName,
    contentType: attachment.contentType,
    size: attachment.size,
    sha256: attachment.sha256,
    createdBy: attachment.createdBy,
    createdAt: presentInstant(attachment.createdAt),
  };
}

/** In an export, which stands alone: with where its bytes are, on the service's origin. */
export const ExportedAttachmentDto = Type.Object(
  { ...AttachmentDto.properties, url: Type.String({ format: 'uri-reference' }) },
  { title: 'ExportedAttachmentDto' },
);

export function presentExportedAttachment(attachment: Attachment): Static<typeof ExportedAttachmentDto> {
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
