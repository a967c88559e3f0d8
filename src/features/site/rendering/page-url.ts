import { AppError } from '../../../errors.ts'

/** Steps within a path, also as they may be encoded, and the backslash, which URLs read as a slash. */
const STEPS = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|\\/i

/**
 * The URL of a page. A URL is resolved when it is parsed: with steps in it, the page rendered would be another than the one that was routed,
 * limited and cached.
 * @throws AppError not_found for such a path
 */
export function buildPageUrl(origin: string, path: string): string {
  if (STEPS.test(path.split('?', 1)[0] ?? '')) throw new AppError('not_found', 'Not found')
  return origin + path
}
