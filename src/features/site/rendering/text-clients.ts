import type { FastifyRequest } from 'fastify'
import { weightedRanges } from '../../../platform/http/bytes/accept.ts'

/** Programs of terminals, which show HTML as it is written. */
const TOOL = /^(?:curl|Wget|HTTPie|xh)\//i
/** The pages that can be read as text. */
const PAGE = /^\/weather\/[^/?]+(?<!\.data)(?:\?|$)/

/** Whether a request is for the text of a place: `text/plain` is preferred, or a terminal's program asks and does not prefer HTML. */
export function asksForText({ method, raw: { url = '' }, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !PAGE.test(url)) return false
  const ranges = weightedRanges(headers.accept)
  const weightOf = (type: string): number =>
    Math.max(0, ...ranges.flatMap(({ range, weight }) => (range.toLowerCase() === type ? [weight] : [])))
  const [plain, html] = [weightOf('text/plain'), weightOf('text/html')]
  return plain > html || (html === 0 && isTool(headers['user-agent']))
}

/** A person's tool, although it names itself as programs do. */
export function isTool(userAgent: string | undefined): boolean {
  return TOOL.test(userAgent ?? '')
}
