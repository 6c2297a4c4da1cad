import type { Ports } from '../use-case-ports.js';
import { applyTemplate } from './apply-template.js';
import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
} from './manage-templates.js';

/** Lists of tasks that come back together. */
export function templateUseCases(ports: Ports) {
  return {
    listTemplates: listTemplates(ports),
    getTemplate: getTemplate(ports),
    createTemplate: createTemplate(ports),
    editTemplate: editTemplate(ports),
    deleteTemplate: deleteTemplate(ports),
    applyTemplate: applyTemplate(ports),
  };
}
