/** What is looked at of Babel's paths. */
interface Path {
  readonly node: Node
  readonly parentPath: Path | null
}

interface Node {
  readonly type: string
  readonly key?: Node
  readonly id?: Node
  readonly callee?: Node
  readonly object?: Node
  readonly name?: string
  readonly value?: unknown
  readonly properties?: readonly Node[]
}

/** In a JSON schema or an OpenAPI operation, these are for readers of the API's document: no request depends on them. */
const DOCUMENTS = new Set(['description', 'externalDocs', 'tags', 'title'])
/** Nothing else has these. */
const DOCUMENTS_ANYWHERE = new Set(['$id', 'example', 'examples', 'operationId', 'summary'])
/** Keys of a route's options that hold schemas, or a status with its answer. */
const HOLDS_SCHEMAS = /^(?:schema|response|responses|body|params|querystring|headers|content|[1-5]\d\d)$/
const IS_EXAMPLE = /(?:^|_)EXAMPLES?$/

/** Stryker's plugin: names, descriptions and examples of schemas are not changed, since no test should repeat them. */
export const documentation = {
  shouldIgnore(path: unknown): string | undefined {
    const { node } = path as Path
    const isDocumentation =
      (node.type === 'VariableDeclarator' && IS_EXAMPLE.test(nameOf(node.id))) ||
      isProperty(node, DOCUMENTS_ANYWHERE) ||
      ((isProperty(node, DOCUMENTS) || isAllDocumenting(node)) && isInSchema(path as Path))
    return isDocumentation ? 'documents a schema' : undefined
  },
}

const nameOf = (node: Node | undefined): string => node?.name ?? String(node?.value ?? '')

const isProperty = ({ type, key }: Node, names: ReadonlySet<string>): boolean => type === 'ObjectProperty' && names.has(nameOf(key))

const isAllDocumenting = ({ type, properties = [] }: Node): boolean =>
  type === 'ObjectExpression' &&
  properties.length > 0 &&
  properties.every((each) => isProperty(each, DOCUMENTS) || isProperty(each, DOCUMENTS_ANYWHERE))

/** Within an argument of TypeBox's `Type.…(…)`, below a key such as `schema` or `200`, or beside an `operationId`. */
function isInSchema({ parentPath }: Path): boolean {
  for (let above = parentPath; above !== null; above = above.parentPath) {
    const { type, callee, key, properties = [] } = above.node
    if (type === 'CallExpression' && callee?.type === 'MemberExpression' && nameOf(callee.object) === 'Type') return true
    if (type === 'ObjectProperty' && HOLDS_SCHEMAS.test(nameOf(key))) return true
    if (above === parentPath && properties.some((each) => nameOf(each.key) === 'operationId')) return true
    if (/Function|Method/.test(type)) return false
  }
  return false
}
