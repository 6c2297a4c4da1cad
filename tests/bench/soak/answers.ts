/** One answer in this many may be a refusal. */
const REFUSED_OF = 1_000;

/** How often each kind of request ended in each way. */
export class Answers {
  readonly #counts = new Map<string, number>();
  total = 0;
  refused = 0;

  /** `how`: a status, or what came instead of one. */
  add(kind: string, how: number | string): void {
    const what = `${kind} | ${how}`;
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.total++;
    if (!isAccepted(how)) this.refused++;
  }

  /** Nothing asked is not enough either. */
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
