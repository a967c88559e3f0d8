/** What became of a page of mails; `failed`: those that could not be written. */
export interface WrittenPage {
  readonly enqueued: number
  readonly failed: number
}

/**
 * Writes a page of mails in one transaction or, if that fails, each in one of its own, so that one bad address does not affect the others.
 * `insert` resolves to the number of new mails; `onError` may end everything by throwing.
 */
export async function insertPageOrEach<Mail>(
  mails: readonly Mail[],
  insert: (mails: readonly Mail[]) => Promise<number>,
  onError: (error: unknown, of: 'page' | 'mail') => void,
): Promise<WrittenPage> {
  if (mails.length === 0) return { enqueued: 0, failed: 0 }
  try {
    return { enqueued: await insert(mails), failed: 0 }
  } catch (error) {
    onError(error, 'page')
  }
  let [enqueued, failed] = [0, 0]
  for (const mail of mails) {
    try {
      enqueued += await insert([mail])
    } catch (error) {
      failed += 1
      onError(error, 'mail')
    }
  }
  return { enqueued, failed }
}
