// Runs in the page before its own scripts. Records what the browser measures about the load and about inputs,
// in milliseconds.
(() => {
  const seen = { firstPaint: 0, largestPaint: 0, firstRow: 0, blocked: 0, shift: 0 };
  globalThis.seen = seen;
  globalThis.inputs = {};
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('paint', ({ startTime }) => (seen.firstPaint ||= startTime));
  watch('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime));
  watch('longtask', ({ duration }) => (seen.blocked += duration - 50));
  watch('layout-shift', ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
  watch(
    'event',
    ({ name, duration }) => (globalThis.inputs[name] = Math.max(globalThis.inputs[name] ?? 0, duration)),
    { durationThreshold: 16 },
  );

  const untilRow = () => {
    if (document.querySelector('[data-row] [role=checkbox]') === null) requestAnimationFrame(untilRow);
    else {
      seen.firstRow = performance.now();
      globalThis.tellRow?.('');
    }
  };
  requestAnimationFrame(untilRow);

  /** Scrolls by so many screens. Returns the number of frames, and how many of them took more than 50 ms. */
  globalThis.scroll = async (screens) => {
    const frames = { all: 0, long: 0 };
    let before = performance.now();
    const step = innerHeight / 20;
    for (let i = 0; i < 20 * screens; i++) {
      scrollBy(0, step);
      const now = await new Promise(requestAnimationFrame);
      frames.all++;
      if (now - before > 50) frames.long++;
      before = now;
    }
    return frames;
  };

  /**
   * Returns how many milliseconds a fixed piece of work takes, of the kind that pages do: objects, sorting,
   * JSON.
   */
  globalThis.pace = () => {
    const from = performance.now();
    const rows = Array.from({ length: 10_000 }, (_, i) => ({ id: i, title: String((i * 7919) % 10_007) }));
    rows.sort((a, b) => (a.title < b.title ? -1 : 1));
    JSON.parse(JSON.stringify(rows));
    return performance.now() - from;
  };
})();
