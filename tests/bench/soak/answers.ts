/** At most one of so many requests may be refused. */
const REFUSED_OF = 1_000;

/** Counts the results of each kind of request. */
export class Answers {
  readonly #counts = new Map<string, number>();
  total = 0;
  refused = 0;

  /** Counts a result: a status, or a description if there was no answer. */
  add(kind: string, how: number | string): void {
    const what = `${kind} | ${how}`;
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.total++;
    if (!isAccepted(how)) this.refused++;
  }

  /** True if nearly all requests were accepted. Without any request it is false. */
  get areAccepted(): boolean {
    return this.total > 0 && this.refused <= this.total / REFUSED_OF;
  }

  print(): void {
    console.log('\n| request | answer | times |\n| --- | --- | --: |');
    for (const [what, count] of [...this.#counts].toSorted()) console.log(`| ${what} | ${count} |`);
    console.log(`| refused | | **${this.refused} of ${this.total}** |`);
  }
}

const isAccepted = (how: number | string) => typeof how === 'number' && how >= 200 && how <= 299;
