import type { FastifyRequest } from 'fastify'
import { readMediaTypeWeight } from '../../../platform/http/bytes/accept.ts'

/** Programs of terminals, which show HTML as it is written. */
const TOOL = /^(?:curl|Wget|HTTPie|xh)\//i
/** The pages that can be read as text. */
const PAGE = /^\/weather\/[^/?]+(?<!\.data)(?:\?|$)/

/** Whether a request is for the text of a place: `text/plain` is preferred, or a terminal's program asks and does not prefer HTML. */
export function isTextRequest({ method, raw: { url = '' }, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !PAGE.test(url)) return false
  const [plain, html] = [readMediaTypeWeight(headers.accept, 'text/plain'), readMediaTypeWeight(headers.accept, 'text/html')]
  return plain > html || (html === 0 && TOOL.test(headers['user-agent'] ?? ''))
}
