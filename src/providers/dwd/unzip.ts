import { createRequire } from 'node:module'
import type * as Fflate from 'fflate'

const require = createRequire(import.meta.url)

/** A file with the state of the country has some hundred documents, of at most 0.4 MB when recorded. */
const MAX_FILES = 2_000
const MAX_FILE_BYTES = 8 * 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024

/**
 * The documents (`.xml`) of a ZIP archive by name. Null if it is not an archive, is truncated, or would unpack to more than 2,000 documents
 * or 64 MB. An entry is never unpacked beyond its stated size.
 */
export function unzipDocuments(archive: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  // Loaded only when this feed is read.
  const { unzipSync } = require('fflate') as typeof Fflate
  let files = 0
  let bytes = 0
  let tooLarge = false
  try {
    const entries = unzipSync(archive, {
      filter({ name, originalSize }) {
        if (!/\.xml$/i.test(name)) return false
        files += 1
        bytes += originalSize
        tooLarge ||= files > MAX_FILES || bytes > MAX_BYTES || originalSize > MAX_FILE_BYTES
        return !tooLarge
      },
    })
    return tooLarge ? null : new Map(Object.entries(entries))
  } catch {
    // The library throws various errors if the input is not an archive.
    return null
  }
}
