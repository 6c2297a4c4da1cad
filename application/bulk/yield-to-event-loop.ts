/** Lets other work of this process go on, between two pieces of a long computation. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
