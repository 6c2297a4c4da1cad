import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { TaskTemplate, TemplateId } from '../../domain/templates/template.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { TemplateReader } from './ports.js';

export function listTemplates({ templates }: { templates: TemplateReader }) {
  return ({ household }: MemberCaller, page: PageRequest): Promise<Page<TaskTemplate>> =>
    templates.list(household.id, page);
}

export function getTemplate({ templates }: { templates: TemplateReader }) {
  return async ({ household }: MemberCaller, id: TemplateId): Promise<TaskTemplate> => {
    const template = await templates.find(household.id, id);
    if (template === null) throw notFound('template');
    return template;
  };
}
