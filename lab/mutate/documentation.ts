/** What is looked at of Babel's paths. */
interface Path {
  readonly node: Node
  readonly parentPath: Path | null
  readonly scope?: { getBinding(name: string): { readonly referencePaths: readonly Path[] } | undefined }
}

interface Node {
  readonly type: string
  readonly key?: Node
  readonly id?: Node
  readonly init?: Node | null
  readonly callee?: Node
  readonly object?: Node
  readonly name?: string
  readonly value?: unknown
  readonly properties?: readonly Node[]
  readonly arguments?: readonly Node[]
}

/** In a JSON schema or an OpenAPI operation, these are for readers of the API's document: no request depends on them. */
const DOCUMENTS = new Set(['description', 'externalDocs', 'tags', 'title'])
/** Nothing else has these. `response` is the schema of answers, which are not checked against it; `samples` are for previews of mails. */
const DOCUMENTS_ANYWHERE = new Set(['$id', 'example', 'examples', 'operationId', 'response', 'responses', 'samples', 'summary'])
/** Keys of a route's options that hold schemas, or a status with its answer. */
const HOLDS_SCHEMAS = /^(?:schema|body|params|querystring|headers|content|[1-5]\d\d)$/
const IS_DOCUMENTATION = /(?:^|_)EXAMPLES?(?:_|$)|^tags$/
const OF_REQUESTS = /(?:Body|Coordinate|Edit|Event|Beacon|Parameters|Params|Patch|Query|Token)$/
const OF_ANSWERS = /(?:Answer|Item)$/

/** Stryker's plugin: names, descriptions and examples of schemas and the schemas of answers are not changed, since no test should repeat them. */
export const documentation = {
  shouldIgnore(path: unknown): string | undefined {
    const { node } = path as Path
    const isDocumentation =
      (node.type === 'VariableDeclarator' &&
        (IS_DOCUMENTATION.test(nameOf(node.id)) || isAnswer(node) || isOnlyDocumenting(path as Path))) ||
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

const isTypeBox = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && callee?.type === 'MemberExpression' && nameOf(callee.object) === 'Type'

/** A schema with a title, or named as an answer, that is not named as what requests carry. */
function isAnswer({ id, init }: Node): boolean {
  if (init === undefined || init === null || !isTypeBox(init) || OF_REQUESTS.test(nameOf(id))) return false
  const isTitled = init.arguments?.some(({ properties = [] }) => properties.some(({ key }) => nameOf(key) === 'title'))
  return isTitled === true || OF_ANSWERS.test(nameOf(id))
}

/**
 * A constant that only examples and the schemas of answers mention, or others that only they mention. `within`: those in question already, since a
 * function may mention itself.
 */
function isOnlyDocumenting({ node, scope }: Path, within: readonly Node[] = []): boolean {
  if (within.includes(node)) return false
  const references = scope?.getBinding(nameOf(node.id))?.referencePaths ?? []
  return references.length > 0 && references.every((reference) => isInDocumentation(reference, [...within, node]))
}

function isInDocumentation({ parentPath }: Path, within: readonly Node[]): boolean {
  for (let above = parentPath; above !== null; above = above.parentPath) {
    if (isProperty(above.node, DOCUMENTS_ANYWHERE)) return true
    if (above.node.type === 'VariableDeclarator')
      return IS_DOCUMENTATION.test(nameOf(above.node.id)) || isAnswer(above.node) || isOnlyDocumenting(above, within)
  }
  return false
}

/** Within an argument of TypeBox's `Type.…(…)`, below a key such as `schema` or `200`, or beside an `operationId`. */
function isInSchema({ parentPath }: Path): boolean {
  for (let above = parentPath; above !== null; above = above.parentPath) {
    const { type, key, properties = [] } = above.node
    if (isTypeBox(above.node)) return true
    if (type === 'ObjectProperty' && HOLDS_SCHEMAS.test(nameOf(key))) return true
    if (above === parentPath && properties.some((each) => nameOf(each.key) === 'operationId')) return true
    if (/Function|Method/.test(type)) return false
  }
  return false
}
