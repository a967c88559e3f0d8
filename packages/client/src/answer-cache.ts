/** An answer's text under its entity tag. */
interface StoredAnswer {
  readonly etag: string
  readonly text: string
}

/** The last answers by their URL, at most `maxCharacters` of text; the longest unused go first. */
export function createAnswerCache(maxCharacters: number) {
  // A map keeps the order in which its entries were set.
  const stored = new Map<string, StoredAnswer>()
  let size = 0

  function remove(url: string): void {
    size -= sizeOf(url, stored.get(url))
    stored.delete(url)
  }

  return {
    get(url: string): StoredAnswer | undefined {
      const answer = stored.get(url)
      if (answer !== undefined) {
        stored.delete(url)
        stored.set(url, answer)
      }
      return answer
    },
    /** Replaces the answer of `url`; one that is larger than the cache is not stored. */
    set(url: string, answer: StoredAnswer): void {
      remove(url)
      if (sizeOf(url, answer) > maxCharacters) return
      stored.set(url, answer)
      size += sizeOf(url, answer)
      for (const oldest of stored.keys()) {
        if (size <= maxCharacters) break
        remove(oldest)
      }
    },
  }
}

function sizeOf(url: string, answer: StoredAnswer | undefined): number {
  return answer === undefined ? 0 : url.length + answer.text.length
}
