import { readFileSync } from 'node:fs'
import { type ApiDocument, contentCheck, operationsOf } from '../../../test/helpers/openapi.ts'
import type { Answer } from '../traffic/client.ts'

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url)

/** Returns how an answer departs from the OpenAPI document; null if it does not, or if the document does not cover it. */
export type DocumentCheck = (method: string, path: string, answer: Answer) => string | null

export function createDocumentCheck(): DocumentCheck {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as ApiDocument
  const check = contentCheck(document)
  const routes = operationsOf(document)
    .map((route) => ({ ...route, pattern: patternOf(route.path) }))
    // Literal paths go before those with parameters.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

  return (method, path, { status, headers, text, json }) => {
    const pathname = path.split('?')[0] as string
    const route = routes.find((each) => each.method === method && each.pattern.test(pathname))
    if (route === undefined) return null
    const fault = check(route, status, String(headers['content-type'] ?? ''), text === '', json)
    return fault === null ? null : `${method} ${route.path} ${status}: ${fault}: ${text.slice(0, 200)}`
  }
}

function patternOf(path: string): RegExp {
  const literal = path.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[^/]+')}$`)
}
