import type { Page, PageRequest, SortKey } from '../../domain/shared/page.js';

/** All rows of a list, page by page, each page when it is asked for. */
export async function* eachRow<Row>(
  list: (request: PageRequest) => Promise<Page<Row>>,
  limit = 500,
): AsyncGenerator<Row> {
  let after: SortKey | null = null;
  do {
    const page: Page<Row> = await list({ limit, after });
    yield* page.rows;
    after = page.next;
  } while (after !== null);
}

/** Calls `work`, which tells how many it took, until that is less than a batch. */
export async function inBatches(batch: number, work: () => Promise<number>): Promise<void> {
  while ((await work()) === batch);
}
