import { AppError } from '../../errors.ts'

/**
 * Optimistic locking: the writer passes the version that it read as `given`; undefined skips the check. Call it on the locked row.
 * @throws AppError `conflict` when the object has changed since
 */
export function checkVersion(current: number, given: number | undefined): void {
  if (given === undefined || given === current) return
  throw new AppError('conflict', 'Someone else has changed this in the meantime. Please reload before you change it.', {
    details: [{ path: 'version', message: `is now ${current}` }],
  })
}
