import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  /** As an ordinary user may use it. */
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Of the disk that a folder is on; null: unknown, as if there is no such folder. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace | null> {
  const found = await statfs(folder).catch(() => null)
  return found === null ? null : { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}
