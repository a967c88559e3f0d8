const WORKERS = 3

/** Does the work for each item, for three at a time, and returns the results in the order of the items. The first failure ends the rest. */
export async function runInParallel<T, R>(
  items: readonly T[],
  work: (item: T, signal: AbortSignal) => Promise<R>,
  signal: AbortSignal | undefined,
): Promise<R[]> {
  const failed = new AbortController()
  const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  const results: R[] = []
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, either)
  }
  try {
    await Promise.all(Array.from({ length: WORKERS }, worker))
  } catch (error) {
    failed.abort(error)
    throw error
  }
  return results
}
