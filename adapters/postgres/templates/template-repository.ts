import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { TemplateRepository } from '../../../application/templates/ports.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { pageOf, type Page, type PageRequest } from '../../../domain/shared/page.js';
import { templateKey, type TaskTemplate, type TemplateId } from '../../../domain/templates/template.js';
import type { Database } from '../database.js';
import { createdAfter } from '../newest-first.js';
import { timestamp, type DatabaseSchema } from '../schema.js';

type TemplateRow = Selectable<DatabaseSchema['task_templates']>;

export class PostgresTemplateRepository implements TemplateRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(householdId: HouseholdId, { limit, after }: PageRequest): Promise<Page<TaskTemplate>> {
    const templates = await this.#select(sql`
      household_id = ${householdId} ${createdAfter(after)} order by created_at desc, id limit ${limit + 1}
    `);
    return pageOf(templates, limit, templateKey);
  }

  async find(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null> {
    const [template] = await this.#select(sql`household_id = ${householdId} and id = ${id}`);
    return template ?? null;
  }

  async findForUpdate(householdId: HouseholdId, id: TemplateId): Promise<TaskTemplate | null> {
    const [template] = await this.#select(
      sql`household_id = ${householdId} and id = ${id} for no key update`,
    );
    return template ?? null;
  }

  async countOf(householdId: HouseholdId): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from task_templates where household_id = ${householdId}
    `.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  async insert(template: TaskTemplate): Promise<void> {
    await this.#db.insertInto('task_templates').values(rowOf(template)).execute();
  }

  async save(template: TaskTemplate): Promise<void> {
    const { household_id, id, name, tasks, updated_at } = rowOf(template);
    await this.#db
      .updateTable('task_templates')
      .set({ name, tasks, updated_at })
      .where('household_id', '=', household_id)
      .where('id', '=', id)
      .execute();
  }

  async remove(householdId: HouseholdId, id: TemplateId): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('task_templates')
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly TaskTemplate[]> {
    const { rows } = await sql<TemplateRow>`
      select household_id, id, name, tasks, created_at, updated_at from task_templates where ${which}
    `.execute(this.#db);
    return rows.map(templateOf);
  }
}

function templateOf(row: TemplateRow): TaskTemplate {
  return {
    id: row.id,
    householdId: row.household_id,
    name: row.name,
    tasks: row.tasks,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function rowOf(template: TaskTemplate): Insertable<DatabaseSchema['task_templates']> {
  return {
    household_id: template.householdId,
    id: template.id,
    name: template.name,
    tasks: JSON.stringify(template.tasks),
    created_at: timestamp(template.createdAt),
    updated_at: timestamp(template.updatedAt),
  };
}
