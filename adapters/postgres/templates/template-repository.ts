import { sql, type RawBuilder } from 'kysely';
import type { TemplateRepository } from '../../../application/templates/ports.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { newestFirst, cutPage, type Page, type PageRequest } from '../../../domain/shared/page.js';
import { type TaskTemplate, type TemplateId } from '../../../domain/templates/template.js';
import { EMPTY_DRAFT } from '../../../domain/tasks/draft.js';
import { updateRow } from '../database.js';
import { LimitedJournaledRepository } from '../households/usage.js';
import { createdAfter } from '../newest-first.js';
import { TEMPLATES } from '../schema.js';

export class PostgresTemplateRepository extends LimitedJournaledRepository implements TemplateRepository {
  async list(householdId: HouseholdId, { limit, after }: PageRequest): Promise<Page<TaskTemplate>> {
    const templates = await this.#select(sql`
      household_id = ${householdId} ${createdAfter(after)} order by created_at desc, id limit ${limit + 1}
    `);
    return cutPage(templates, limit, newestFirst);
  }

  async find(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null> {
    const [template] = await this.#select(sql`household_id = ${householdId} and id = ${id}`);
    return template ?? null;
  }

  async findForUpdate(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null> {
    const templates = await this.#select(sql`household_id = ${householdId} and id = ${id} for no key update`);
    return this.journal.locked('template', templates)[0] ?? null;
  }

  async countOf(householdId: HouseholdId): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from task_templates where household_id = ${householdId}
    `.execute(this.db);
    return rows[0]?.count ?? 0;
  }

  async insert(template: TaskTemplate): Promise<void> {
    const createdBy = await this.quota.reserveRow('templates', template.householdId);
    const row = { ...TEMPLATES.toRow(template), created_by: createdBy };
    await this.db.insertInto('task_templates').values(row).execute();
    this.journal.inserted('template', [template]);
  }

  async save(template: TaskTemplate): Promise<void> {
    const before =
      this.journal.known('template', template) ??
      (await this.findForUpdate(template.householdId, template.id));
    if (before === null) return;
    this.quota.requireSpaceFor(before.tasks, template.tasks);
    const { household_id, id, name, tasks, updated_at } = TEMPLATES.toRow(template);
    await updateRow(this.db, 'task_templates', { household_id, id, name, tasks, updated_at });
    this.journal.note('template', before, template);
  }

  async remove(householdId: HouseholdId, id: TemplateId): Promise<boolean> {
    const { rows } = await sql<TaskTemplate>`
      delete from task_templates where household_id = ${householdId} and id = ${id} returning ${TEMPLATES.select()}
    `.execute(this.db);
    this.journal.removed('template', rows.map(withAllFields));
    return rows.length > 0;
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly TaskTemplate[]> {
    const { rows } = await sql<TaskTemplate>`
      select ${TEMPLATES.select()} from task_templates where ${which}
    `.execute(this.db);
    return rows.map(withAllFields);
  }
}

/** Adds the fields that a template stored by an older version lacks, with the default values of a new task. */
export function withAllFields(row: TaskTemplate): TaskTemplate {
  return { ...row, tasks: row.tasks.map((task) => ({ ...EMPTY_DRAFT, ...task })) };
}
