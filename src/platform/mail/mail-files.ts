import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addressKeyOf } from './address.ts'

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
    return addressKeyOf(/<([^<>]*)>\s*$/.exec(to)?.[1] ?? to.trim())
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
