import type { FastifyRequest } from 'fastify'

const MAX_RANGES = 20

/** The ranges of a header such as `Accept`, in its order, with their weights; 0 means not acceptable (RFC 9110 §12.4.2). */
function weightedRanges(header: string | undefined): readonly { readonly range: string; readonly weight: number }[] {
  return (header ?? '').split(',', MAX_RANGES).map((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.map((parameter) => /^q=(\d(?:\.\d{1,3})?)$/i.exec(parameter)?.[1]).find((value) => value !== undefined)
    return { range, weight: Number(weight ?? 1) }
  })
}

/** The language tags of `Accept-Language`, most preferred first, without those of weight 0 (RFC 9110 §12.5.4). */
export function parseAcceptedLanguages(header: string | undefined): readonly string[] {
  return weightedRanges(header)
    .filter(({ range, weight }) => range !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ range }) => range)
}

/** Whether errors are to be problem details (RFC 9457): only where they are named, and no less welcome than other JSON. */
export function isProblemPreferred(accept: string | undefined): boolean {
  if (accept?.toLowerCase().includes('application/problem+json') !== true) return false
  const problem = readMediaTypeWeight(accept, 'application/problem+json')
  return problem > 0 && problem >= readMediaTypeWeight(accept, 'application/json')
}

/** The weight of a media type in `Accept`; 0 if it is not named. */
export function readMediaTypeWeight(accept: string | undefined, type: string): number {
  return weightedRanges(accept).find(({ range }) => range.toLowerCase() === type)?.weight ?? 0
}

/** Matches the URL of a file such as an image, a feed or a script, never of a page. */
const FILE = /^[^?#]*\.(?!html?(?:[?#]|$))[a-z][a-z0-9]*(?:[?#]|$)/i

/** Whether a request is a browser navigation, as opposed to an API client or a browser that loads a file or a documented API route. */
export function isNavigation({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' || !weightedRanges(headers.accept).some(({ range, weight }) => range.toLowerCase() === 'text/html' && weight > 0))
    return false
  if ((routeOptions.schema as { operationId?: string } | undefined)?.operationId !== undefined) return false
  if (FILE.test(url)) return false
  return !url.startsWith('/api/') || /^\/api\/docs(?:[/?]|$)/.test(url)
}
