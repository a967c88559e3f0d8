/** A part of an OpenAPI document. */
type Node = Record<string, unknown>

/** Fields of a use, which are not part of the schema's identity. */
const OF_THE_USE = ['description', 'examples'] as const
/** Keywords whose values are data, not schemas. */
const DATA = new Set(['examples', 'example', 'default', 'enum', 'const', 'required'])

/**
 * Moves the objects of bodies into `components.schemas`, so that generated clients have a name for each: its title, or else its place, as in
 * `DailyForecastPoint` and `CreatePageRequest`. Equal schemas become one. What each use says about a schema stays with the use.
 */
export function withNamedSchemas(document: Node): Node {
  const schemas = new Map<string, { readonly text: string; readonly schema: Node }>()
  const names = new Map<string, string>()

  /** A reference to the schema; the schema itself if another has its name. */
  function named(schema: Node, name: string): Node {
    const { use, own } = split(schema)
    const text = JSON.stringify(own)
    const known = names.get(text) ?? name
    const present = schemas.get(known)
    if (present !== undefined && present.text !== text) return schema
    names.set(text, known)
    schemas.set(known, present ?? { text, schema: { ...own, ...use } })
    return { $ref: `#/components/schemas/${known}`, ...use }
  }

  function walk(value: unknown, place: string): unknown {
    if (Array.isArray(value)) return value.map((each) => walk(each, place))
    if (!isNode(value) || '$ref' in value) return value
    const name = typeof value['title'] === 'string' ? pascal(value['title']) : place
    const schema: Node = {}
    for (const [key, part] of Object.entries(value)) {
      if (DATA.has(key)) schema[key] = part
      else if (key === 'properties') schema[key] = mapValues(part as Node, (each, property) => walk(each, name + pascal(property)))
      else schema[key] = isNode(part) || Array.isArray(part) ? walk(part, key === 'items' ? singular(name) : name) : part
    }
    return isObject(schema) || (typeof value['title'] === 'string' && 'anyOf' in value) ? named(schema, name) : schema
  }

  /** Bodies have a name, whatever they are. */
  function body(content: unknown, name: string): unknown {
    return mapValues(content as Node, (media, type) => {
      if (!type.includes('json') || !isNode(media) || !isNode(media['schema'])) return media
      const schema = walk(media['schema'], name) as Node
      // A union of an object and null: the object has the name.
      return { ...media, schema: '$ref' in schema ? schema : named(schema, schemas.has(name) ? `${name}Body` : name) }
    })
  }

  const paths = mapValues(document['paths'] as Node, (item) =>
    mapValues(item as Node, (operation) => {
      const { operationId, requestBody, responses, ...rest } = operation as Node
      const id = pascal(String(operationId))
      return {
        operationId,
        ...rest,
        ...(isNode(requestBody) ? { requestBody: { ...requestBody, content: body(requestBody['content'], `${id}Request`) } } : {}),
        responses: mapValues(responses as Node, (response, status) =>
          isNode(response) && isNode(response['content'])
            ? { ...response, content: body(response['content'], `${id}${status < '300' ? '' : status}Response`) }
            : response,
        ),
      }
    }),
  )
  const components = document['components'] as Node
  const all = { ...(components['schemas'] as Node), ...Object.fromEntries([...schemas].map(([name, { schema }]) => [name, schema])) }
  return { ...document, paths, components: { ...components, schemas: all } }
}

function split(schema: Node): { readonly use: Node; readonly own: Node } {
  const own = { ...schema }
  const use: Node = {}
  for (const key of OF_THE_USE) {
    if (!(key in own)) continue
    use[key] = own[key]
    delete own[key]
  }
  return { use, own }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const isObject = (schema: Node): boolean => Object.keys((schema['properties'] as Node | undefined) ?? {}).length > 0
const singular = (name: string): string => (name.endsWith('Series') ? `${name}Point` : name.replace(/ies$/, 'y').replace(/(?<!s)s$/, ''))

function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

function mapValues(node: Node, map: (value: unknown, key: string) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value, key)]))
}
