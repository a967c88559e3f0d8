import { createReadStream, createWriteStream, type ReadStream, type WriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatInstant } from '@isobar/weather'
import type { Clock } from '../../../platform/clock.ts'
import { readDiskSpace } from '../../../platform/disk-space.ts'
import { compareAges } from '../../../time.ts'

/** A complete backup. */
export interface BackupFile {
  /** `isobar-20261121T030000Z.backup` */
  readonly name: string
  readonly bytes: number
  /** When it was begun: it holds the rows of that time. Epoch milliseconds. */
  readonly at: number
}

export type BackupFolder = ReturnType<typeof createBackupFolder>

/** Names of backups, and of their drafts; other files in the folder are nobody's business. */
const NAME = /^isobar-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/
const DRAFT = /^isobar-\d{8}T\d{6}Z\.backup\.part$/

/** The pattern of a backup's name in a request: it leads to no other folder. */
export const NAME_PATTERN = '^isobar-[0-9]{8}T[0-9]{6}Z\\.backup$'

/** The folder of backups. A file has its name only once it is complete: what a killed process leaves is a draft, which the next run deletes. */
export function createBackupFolder(path: string, clock: Clock) {
  const fileOf = async (name: string): Promise<BackupFile> => ({ name, bytes: (await stat(join(path, name))).size, at: timeOf(name) })
  const find = (name: string): Promise<BackupFile | undefined> => fileOf(name).catch(ifMissing(undefined))

  /** Newest first; one from the future, whose age nobody knows, last. */
  async function list(): Promise<BackupFile[]> {
    const names = await readdir(path).catch(ifMissing<string[]>([]))
    const files = await Promise.all(names.filter((name) => NAME.test(name)).map(find))
    // The node that makes backups may be deleting one.
    const now = clock.now()
    return files.filter((file) => file !== undefined).toSorted((a, b) => compareAges(a.at, b.at, now) || b.at - a.at)
  }

  return {
    path,
    list,

    find,

    /** Opens a draft for the backup of that time (epoch milliseconds), and deletes those that earlier runs left. Only one run at a time. */
    async draft(now: number): Promise<{ stream: WriteStream; complete(): Promise<BackupFile>; discard(): Promise<void> }> {
      await mkdir(path, { recursive: true, mode: 0o700 })
      for (const file of await readdir(path)) if (DRAFT.test(file)) await rm(join(path, file), { force: true })
      const name = `isobar-${formatInstant(now).replaceAll(/[-:]/g, '')}.backup`
      const draft = join(path, `${name}.part`)
      return {
        // Flushed before it is complete: a backup that gets its name is on the disk.
        stream: createWriteStream(draft, { mode: 0o600, flush: true }),
        async complete() {
          await rename(draft, join(path, name))
          return fileOf(name)
        },
        discard: () => rm(draft, { force: true }),
      }
    },

    /** Deletes all but the newest; resolves to how many. */
    async prune(retained: number): Promise<number> {
      const old = (await list()).slice(retained)
      for (const { name } of old) await rm(join(path, name), { force: true })
      return old.length
    },

    read: (name: string): ReadStream => createReadStream(join(path, name)),

    /** Of the disk of the folder, or of the nearest folder above that exists; null: unknown. */
    async freeBytes(): Promise<number | null> {
      for (let folder = path; ; folder = join(folder, '..')) {
        const space = await readDiskSpace(folder)
        if (space !== null) return space.freeBytes
        if (folder === '/' || folder === '..') return null
      }
    },
  }
}

function timeOf(name: string): number {
  const [, year, month, day, hour, minute, second] = (NAME.exec(name) ?? []).map(Number)
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}

/** For a file or folder that is missing. @throws every other error */
function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
