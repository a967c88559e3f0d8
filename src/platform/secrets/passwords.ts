import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '../../errors.ts'
import { createBulkhead } from '../bulkhead.ts'
import { type Argon2Cost, formatPhc, parsePhc } from './phc.ts'

/** Hashes passwords with Argon2id in the thread pool, a few at a time. */
export type Passwords = ReturnType<typeof createPasswords>

export interface PasswordOptions {
  readonly cost?: Argon2Cost
  /**
   * Concurrent hashings; default: half of the processors, at most two. The thread pool has four threads, and files, DNS and compression
   * need some too.
   */
  readonly maxRunning?: number
  readonly maxWaiting?: number
}

/** OWASP's Password Storage Cheat Sheet (2026): Argon2id with 19 MiB, two passes, one lane. */
const COST: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }
/** A hashing keeps a processor busy, and the event loop needs one. */
const RUNNING = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))
const SALT_BYTES = 16
const TAG_BYTES = 32
const RETRY_SECONDS = 2
/** Upper bound for the parameters of a stored hash: a forged one must not take the machine down. */
const MAX_COST: Argon2Cost = { memory: 262_144, passes: 16, parallelism: 8 }

const derive = promisify(argon2)

/** The event loop stays free: hashing runs in the thread pool. Parameters default to OWASP's. */
export function createPasswords({ cost = COST, maxRunning = RUNNING, maxWaiting = 30 }: PasswordOptions = {}) {
  const bulkhead = createBulkhead(maxRunning, maxWaiting)
  // Matches no password, and costs as much to verify as a real hash.
  const nobody = formatPhc({ ...cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) })
  let hashings = 0

  async function tagOf(password: string, salt: Buffer, tagLength: number, by: Argon2Cost): Promise<Buffer> {
    if (!(await bulkhead.enter())) {
      throw new AppError('service_unavailable', 'Too many sign-ins right now. Please try again in a moment.', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    }
    try {
      hashings += 1
      const { memory, passes, parallelism } = by
      // Depending on the keyboard, an é is one code point or two.
      const message = password.normalize('NFKC')
      return await derive('argon2id', { message, nonce: salt, tagLength, memory, passes, parallelism })
    } finally {
      bulkhead.leave()
    }
  }

  return {
    /** Resolves to a PHC string. @throws AppError `service_unavailable` when too many are waiting */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES)
      return formatPhc({ ...cost, salt, tag: await tagOf(password, salt, TAG_BYTES, cost) })
    },
    /**
     * Whether the password matches. Always costs one hashing, even for an account that does not exist (`null`), so that timing does not
     * reveal which accounts exist.
     * @throws AppError `service_unavailable` when too many are waiting
     */
    async verify(password: string, stored: string | null): Promise<boolean> {
      const known = stored === null ? null : parsePhc(stored)
      const usable = known !== null && isWithin(known, MAX_COST)
      const { salt, tag, ...by } = usable ? known : (parsePhc(nobody) as NonNullable<typeof known>)
      const isEqual = timingSafeEqual(await tagOf(password, salt, tag.length, by), tag)
      return isEqual && usable
    },
    /** Whether it was hashed with parameters other than the current ones. */
    isOutdated(stored: string): boolean {
      const known = parsePhc(stored)
      return known === null || known.memory !== cost.memory || known.passes !== cost.passes || known.parallelism !== cost.parallelism
    },
    /** Number of hashings so far. */
    get hashings(): number {
      return hashings
    },
  }
}

function isWithin({ memory, passes, parallelism }: Argon2Cost, most: Argon2Cost): boolean {
  return memory <= most.memory && passes <= most.passes && parallelism <= most.parallelism
}
