import { mkdir, readdir, rename, rm, writeFile, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mailbox, toAddressKey } from './address.ts'
import { writeMessage } from './message.ts'
import { MailFailure, type MailTransport } from './transport.ts'

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

/** Longer than the header of any mail that the service writes. */
const HEAD_BYTES = 16 * 1024

/**
 * Deletes the .eml files of all mails to an address, given by its key. Resolves to their number; 0 when there is no directory.
 * @throws the errors of reading or deleting a file, except when the file has disappeared meanwhile
 */
export async function deleteMailFiles(directory: string, emailKey: string): Promise<number> {
  let deleted = 0
  for (const name of await namesIn(directory)) {
    const path = join(directory, name)
    if ((await receiverOf(path)) !== emailKey) continue
    await rm(path, { force: true })
    deleted += 1
  }
  return deleted
}

async function namesIn(directory: string): Promise<string[]> {
  // A file that a killed process left half written ends in .eml.part.
  return (await readdir(directory).catch(nothingIfGone([]))).filter((name) => /\.eml(?:\.part)?$/.test(name))
}

async function receiverOf(path: string): Promise<string | null> {
  const file = await open(path).catch(nothingIfGone(null))
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const [head = ''] = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n', 1)
    const [, to = ''] = /^to:(.*)$/im.exec(head.replaceAll(/\r\n[ \t]+/g, ' ')) ?? []
    return toAddressKey(/<([^<>]*)>\s*$/.exec(to)?.[1] ?? to.trim())
  } finally {
    await file.close()
  }
}

function nothingIfGone<T>(nothing: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return nothing
    throw error
  }
}
