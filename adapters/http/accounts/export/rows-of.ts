import type { Page, PageRequest, SortKey } from '../../../../domain/shared/page.js';

const PAGE = 500;

/** All rows of a list, page by page, each when it is asked for. */
export async function* rowsOf<Row>(list: (request: PageRequest) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let after: SortKey | null = null;
  do {
    const page: Page<Row> = await list({ limit: PAGE, after });
    yield* page.rows;
    after = page.next;
  } while (after !== null);
}
