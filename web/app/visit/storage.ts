/** The text that this browser has stored; null without one, or if storage is forbidden. */
export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text in this browser; null removes it. Storage may be full or forbidden: everything works without it. */
export function storeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Nothing is stored.
  }
}

/** Parses a stored list; anything else is an empty list. */
export function parseList(text: string | null): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
