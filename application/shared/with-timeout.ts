/**
 * Returns the result of `work`. Rejects with `message` if it takes longer than `limitMs` milliseconds; the work
 * is not cancelled.
 */
export async function withTimeout<T>(
  limitMs: number,
  work: () => Promise<T> | T,
  message: string,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(message));
    }, limitMs);
  });
  try {
    return await Promise.race([(async () => work())(), late]);
  } finally {
    clearTimeout(timer);
  }
}
