import { createRequire } from 'node:module'
import type * as Fflate from 'fflate'

const require = createRequire(import.meta.url)

/** A file with the state of the country has some hundred documents, of at most 0.4 MB where they were recorded. */
const MAX_FILES = 2_000
const MAX_FILE_BYTES = 8 * 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024

/**
 * The documents (`.xml`) of a ZIP archive by name. Null if it is none, is truncated, or would unpack to more than 2,000 documents or 64 MB; what
 * an entry says of its size bounds what is unpacked of it.
 */
export function unzipDocuments(archive: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  // Loaded where this feed is read.
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
    // The library throws errors of several kinds for what is no archive.
    return null
  }
}
