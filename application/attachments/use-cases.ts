import type { Ports } from '../use-case-ports.js';
import { addAttachment } from './add-attachment.js';
import { findAttachment, listAttachments, listSeenAttachments, openAttachment } from './read-attachments.js';
import { purgeFiles, removeAttachment, removeFiles } from './remove-files.js';

/** Files of tasks. */
export function attachmentUseCases(ports: Ports) {
  return {
    addAttachment: addAttachment(ports),
    listAttachments: listAttachments(ports),
    listSeenAttachments: listSeenAttachments(ports),
    findAttachment: findAttachment(ports),
    openAttachment: openAttachment(ports),
    removeAttachment: removeAttachment(ports),
    removeFiles: removeFiles(ports),
    purgeFiles: purgeFiles(ports),
  };
}
