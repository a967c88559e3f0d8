import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { type ApiDocument, operationsOf, schemaCompiler } from '../../../test/helpers/openapi.ts'
import type { Answer } from '../traffic/client.ts'

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url)

/** Returns how an answer departs from the OpenAPI document; null if it does not, or if the document does not cover it. */
export type DocumentCheck = (method: string, path: string, answer: Answer) => string | null

export function createDocumentCheck(): DocumentCheck {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as ApiDocument
  const compile = schemaCompiler(document)
  const validators = new Map<object, ValidateFunction>()
  const routes = operationsOf(document)
    .map((route) => ({ ...route, pattern: patternOf(route.path) }))
    // Literal paths go before those with parameters.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

  return (method, path, answer) => {
    const pathname = path.split('?')[0] as string
    const route = routes.find((each) => each.method === method && each.pattern.test(pathname))
    if (route === undefined) return null
    const declared = route.operation.responses[String(answer.status)]
    const where = `${method} ${route.path}`
    if (declared === undefined) return `${where} does not document status ${answer.status}: ${answer.text.slice(0, 200)}`
    const content = declared.content ?? {}
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] as string
    if (Object.keys(content).length === 0)
      return answer.text === '' ? null : `${where} ${answer.status} documents no body, and sent ${type}`
    const media = content[type]
    if (media === undefined) return `${where} ${answer.status} does not document the type "${type}"`
    if (media.schema === undefined || !type.includes('json')) return null
    const validate = validators.get(media.schema) ?? compile(media.schema)
    validators.set(media.schema, validate)
    if (validate(answer.json)) return null
    const [first] = validate.errors ?? []
    return `${where} ${answer.status} is not as documented: ${first?.instancePath ?? ''} ${first?.message ?? ''}: ${answer.text.slice(0, 200)}`
  }
}

function patternOf(path: string): RegExp {
  const literal = path.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[^/]+')}$`)
}
