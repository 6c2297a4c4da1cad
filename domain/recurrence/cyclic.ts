/** The sum of `countOf` from 0 up to an end, without it, where the counts repeat after `cycle`: never a longer walk. */
export function cyclic(countOf: (period: number) => number, cycle: number): (end: number) => number {
  const walk = (end: number) => {
    let sum = 0;
    for (let period = 0; period < end; period += 1) sum += countOf(period);
    return sum;
  };
  return (end) => (end <= cycle ? walk(end) : Math.floor(end / cycle) * walk(cycle) + walk(end % cycle));
}
