import { AppError } from '../../errors.ts'

/**
 * Optimistic locking: whoever changes an object says which version was read. Call it on the locked row; left out, nothing is checked.
 * @throws AppError `conflict` when somebody was faster
 */
export function checkVersion(current: number, given: number | undefined): void {
  if (given === undefined || given === current) return
  throw new AppError('conflict', 'Someone else has changed this in the meantime. Please reload before you change it.', {
    details: [{ path: 'version', message: `is now ${current}` }],
  })
}
