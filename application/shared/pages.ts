import type { Page, PageRequest, SortKey } from '../../domain/shared/page.js';

/** Yields all rows of a list. Each page is read when its first row is needed. */
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

/** Calls `work` until it handles fewer rows than `batch`. `work` returns how many rows it has handled. */
export async function inBatches(batch: number, work: () => Promise<number>): Promise<void> {
  while ((await work()) === batch);
}

/** Takes one part after the other. `take` gets the last row of the part before, and returns null after the last part. */
export async function eachPart<Last>(take: (after: Last | null) => Promise<Last | null>): Promise<void> {
  let after: Last | null = null;
  do after = await take(after);
  while (after !== null);
}
