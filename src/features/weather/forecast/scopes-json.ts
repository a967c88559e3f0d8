import { AppError } from '../../../errors.ts'
import { type Answer, buildScopeEnvelope } from './answer.ts'
import type { Rendering } from './rendering.ts'

/** A JSON object without its closing brace, to be continued by cached bytes. */
export function openJson(object: object): Buffer {
  return Buffer.from(`${JSON.stringify(object).slice(0, -1)},`)
}

/**
 * `"scopes":{…}` of an answer as of `now` (epoch milliseconds), in parts: each scope with its data and how that was obtained, or with its error.
 * `bytesOf`: the form in which the rendered data is joined.
 */
export function writeScopesJson<P>({ request, results }: Answer, now: number, bytesOf: (rendering: Rendering) => P): (Buffer | P)[] {
  const { lat, lon, scopes } = request
  const parts: (Buffer | P)[] = [BEGIN]
  for (const [index, result] of results.entries()) {
    const scope = scopes[index]
    parts.push(Buffer.from(`${index > 0 ? ',' : ''}"${scope}":`))
    if (result instanceof AppError) {
      const { code: error, message, retryAfterSeconds } = result
      parts.push(Buffer.from(JSON.stringify({ error, message, retryAfterSeconds })))
      continue
    }
    const meta = JSON.stringify({ ...buildScopeEnvelope(request, result, now), cacheLayer: result.layer })
    parts.push(DATA, openJson({ scope, lat, lon }), bytesOf(result.rendering), Buffer.from(`,"meta":${meta}}`))
  }
  parts.push(END)
  return parts
}

const BEGIN = Buffer.from('"scopes":{')
const DATA = Buffer.from('{"data":')
const END = Buffer.from('}')
