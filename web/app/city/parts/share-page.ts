import type { CityTexts } from '../texts.ts'

/** Shares the page's address by the device's own means, or copies it. Returns what to tell the reader. */
export async function sharePage(title: string, { copied, notCopied }: CityTexts): Promise<string> {
  const { origin, pathname } = location
  const url = origin + pathname
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url })
      return ''
    }
    await navigator.clipboard.writeText(url)
    return copied
  } catch (error) {
    // The user cancelled.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : notCopied
  }
}
