import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailbox } from './address.ts'
import { MailFailure } from './failure.ts'
import { writeMessage } from './message.ts'
import type { MailTransport } from './transport.ts'

export interface FileTransportOptions {
  /** Created when missing, accessible to the owner only. */
  readonly directory: string
  readonly from: Mailbox
  /** Beyond this number the oldest files are deleted (default 10,000). */
  readonly maxFiles?: number
}

const MAX_FILES = 10_000
/** The directory is trimmed once per this many mails. */
const TRIM_EVERY = 500
const WRITERS = 4

/**
 * Writes mails to .eml files, named by day and id, instead of sending them. A mail that is written again on the same day replaces its file.
 * Files appear atomically.
 */
export function createFileTransport({ directory, from, maxFiles = MAX_FILES }: FileTransportOptions): MailTransport {
  let written = 0

  async function trim(): Promise<void> {
    // Names consist of the day and an id that grows with time, so they sort by age.
    const names = (await readdir(directory)).filter((name) => name.endsWith('.eml')).toSorted()
    for (const name of names.slice(0, Math.max(0, names.length - maxFiles))) await rm(join(directory, name), { force: true })
  }

  async function write(name: string, bytes: Buffer): Promise<void> {
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const path = join(directory, name)
      await writeFile(`${path}.part`, bytes, { mode: 0o600 })
      await rename(`${path}.part`, path)
      if (written++ % TRIM_EVERY === 0) await trim()
    } catch (error) {
      throw unwritable(error)
    }
  }

  function unwritable(error: unknown): MailFailure {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    return new MailFailure('unreachable', `mail cannot be written to ${directory} (${code})`, { cause: error })
  }

  return {
    kind: 'files',
    connections: WRITERS,

    async send(message) {
      const { id, bytes } = writeMessage(message, from)
      const name = `${new Date(message.date).toISOString().slice(0, 10)}-${id}.eml`
      await write(name, bytes)
      return `written to ${name}`
    },

    async verify() {
      await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw unwritable(error)
      })
    },

    close: async () => undefined,
  }
}
