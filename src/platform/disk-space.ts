import { stat, statfs } from 'node:fs/promises'

export interface DiskSpace {
  /** As an ordinary user may use it. */
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Of the disk that a folder is on; null: unknown, as if there is no such folder. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  const found = await statfs(folder).catch(() => null)
  return found === null ? null : { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}

/** The disks that folders are on, each once, by the first of its folders. Folders that do not exist are left out. */
export async function listDisks(folders: readonly string[]): Promise<(DiskSpace & { readonly folder: string })[]> {
  const found = await Promise.all(
    folders.map(async (folder) => ({ folder, device: (await stat(folder).catch(() => null))?.dev, space: await readDiskSpace(folder) })),
  )
  return [...Map.groupBy(found, ({ device }) => device).values()].flatMap(([first]) =>
    first === undefined || first.space === null ? [] : [{ folder: first.folder, ...first.space }],
  )
}
