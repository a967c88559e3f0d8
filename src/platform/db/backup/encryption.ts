import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { StartupError } from '../../startup-error.ts'
import { DAMAGED } from './format.ts'

/** An encrypted backup is this line, the key's id, a salt, the bytes under AES-256-GCM and the tag. Each has a key of its own, from its salt. */
const FIRST_LINE = Buffer.from('postgresql-copy-backup aes-256-gcm\n')
const ID_BYTES = 6
const SALT_BYTES = 16
const TAG_BYTES = 16
const PRELUDE_BYTES = FIRST_LINE.length + ID_BYTES + SALT_BYTES

const derive = (secret: string, salt: Buffer, use: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, `backup ${use}`, bytes))
const deriveId = (secret: string): Buffer => derive(secret, Buffer.alloc(0), 'key id', ID_BYTES)

/** A step of a pipeline that encrypts; null: that changes nothing. */
export function encryptWith(secret: string | null) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    if (secret === null) return yield* source
    const salt = randomBytes(SALT_BYTES)
    const cipher = createCipheriv('aes-256-gcm', derive(secret, salt, 'key', 32), derive(secret, salt, 'iv', 12))
    yield Buffer.concat([FIRST_LINE, deriveId(secret), salt])
    for await (const chunk of source) yield cipher.update(chunk)
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * A step of a pipeline that decrypts what is encrypted, and leaves the rest as it is. What it yields is known to be genuine only at the end.
 * @throws StartupError without the right key, and at the end of what was changed or cut short
 */
export function decryptWith(secret: string | null) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]()
    let held: Buffer = Buffer.alloc(0)
    const readMore = async (): Promise<boolean> => {
      const next = await chunks.next()
      if (next.done !== true) held = Buffer.concat([held, next.value])
      return next.done !== true
    }
    while (held.length < PRELUDE_BYTES && (await readMore()));
    if (!held.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) {
      yield held
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
      return
    }
    if (secret === null) throw new StartupError('The backup is encrypted: set BACKUP_KEY to the key that it was made with')
    if (held.length < PRELUDE_BYTES) throw new StartupError(DAMAGED)
    const id = held.subarray(FIRST_LINE.length, FIRST_LINE.length + ID_BYTES)
    if (!id.equals(deriveId(secret))) throw new StartupError('The backup was encrypted with another BACKUP_KEY')
    const salt = held.subarray(PRELUDE_BYTES - SALT_BYTES, PRELUDE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', derive(secret, salt, 'key', 32), derive(secret, salt, 'iv', 12), {
      authTagLength: TAG_BYTES,
    })
    held = held.subarray(PRELUDE_BYTES)
    // The last bytes so far may be the tag.
    do {
      const certain = Math.max(0, held.length - TAG_BYTES)
      if (certain > 0) yield decipher.update(held.subarray(0, certain))
      held = held.subarray(certain)
    } while (await readMore())
    try {
      decipher.setAuthTag(held)
      decipher.final()
    } catch (error) {
      throw new StartupError(DAMAGED, { cause: error })
    }
  }
}
