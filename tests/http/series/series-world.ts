import { beforeAll } from '@jest/globals';
import type { Api } from '../../support/api.js';
import type { FreshService } from '../../support/fresh-service.js';
import type { TestService } from '../../support/service.js';

export let service: TestService;
export let ana: Api;
export let anaId: string;
export let ben: Api;
export let benId: string;
export let cleo: Api;
export let cleoId: string;
export let home: string;

/**
 * Creates a household of three for a `describe` block or a file. It is Saturday, 21 November 2026, 13:00 in
 * Paris.
 */
export function householdOfThree(freshService: FreshService): void {
  beforeAll(async () => {
    service = await freshService();
    ({ api: ana, id: anaId } = await service.api.register());
    ({ api: ben, id: benId } = await service.api.register());
    ({ api: cleo, id: cleoId } = await service.api.register());
    home = await ana.household({ timeZone: 'Europe/Paris' });
    await service.join(home, benId);
    await service.join(home, cleoId);
  });
}

export type Row = Record<string, any>;

export async function create(fields: object): Promise<Row> {
  const response = await ana.post(`${home}/tasks`, { title: 'Bins', date: '2026-11-24', ...fields });
  if (response.status !== 201) throw new Error(response.text);
  return response.body as Row;
}

export const at = ({ id }: Row) => `${home}/occurrences/${id}`;

/** Returns all rows of the series of an occurrence, from all pages. */
export async function rowsOf({ seriesId }: Row, api = ana): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page: string | undefined = `${home}/occurrences?limit=500`; page !== undefined;) {
    const { body, headers }: Awaited<ReturnType<Api['get']>> = await api.get(page);
    rows.push(...(body as Row[]));
    page = /<(.+)>/.exec(headers['link'] ?? '')?.[1];
  }
  return rows.filter((row) => row['seriesId'] === seriesId);
}

export const seriesOf = async (occurrence: Row) =>
  (await ana.get(`${home}/series/${occurrence['seriesId']}`)).body as Row;

export const dates = (rows: Row[]) => rows.map((row) => row['date']);

export const turns = () => ({ kind: 'turns', order: [[anaId], [benId], [cleoId]] });

/** Returns who is responsible for each row, as A, B or C. */
export const peopleOf = (rows: Row[]) =>
  rows.map((row) =>
    row['responsibleMemberIds']
      .map((id: string) => (id === anaId ? 'A' : id === benId ? 'B' : 'C'))
      .join('+'),
  );
