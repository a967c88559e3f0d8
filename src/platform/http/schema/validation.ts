import { AppError, type FieldError } from '../../../errors.ts'

/** The parts of ajv's error objects that are used here. */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  /** The offending value: the validator runs with `verbose`. */
  readonly data?: unknown
}

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** Bounds the errors that are read: 20 are shown, and unions also need the errors of their branches. */
const MAX_ERRORS_READ = 200

/** Turns the validator's errors into one `invalid_request` that names each faulty field once. */
export function buildInvalidRequestError(errors: readonly SchemaError[], part: string): AppError {
  const details = fieldErrors(errors, part)
  const [first] = details
  const message =
    details.length === 1 && first !== undefined ? `${first.path} ${first.message}` : `${details.length} fields are missing or invalid`
  return new AppError('invalid_request', message, { details })
}

function fieldErrors(found: readonly SchemaError[], part: string): FieldError[] {
  const errors = found.slice(0, MAX_ERRORS_READ)
  const unions = errors.filter((error) => error.keyword === 'anyOf').map((union) => ({ union, meant: branchMeant(union, errors) }))
  const byPath = new Map<string, string>()
  for (const error of errors) {
    if (unions.some(({ union, meant }) => isReportedOtherwise(error, union, meant))) continue
    const path = pathOf(error, part)
    if (!byPath.has(path)) byPath.set(path, messageOf(error, errors, part))
  }
  return [...byPath].map(([path, message]) => ({ path, message }))
}

/**
 * Whether another error reports this one: a union reports for its branches, unless the intended branch is clear and reports its own fault.
 */
function isReportedOtherwise(error: SchemaError, union: SchemaError, meant: string | null): boolean {
  if (error === union) return meant !== null
  return isBranchOf(error, union) && !(meant !== null && error.schemaPath.startsWith(meant))
}

/** Path of the only branch whose type matches the value, so that something else is wrong; null when none or several match. */
function branchMeant(union: SchemaError, all: readonly SchemaError[]): string | null {
  const isOfKind = new Map<string, boolean>()
  for (const error of all) {
    if (!isBranchOf(error, union)) continue
    const branch = `${union.schemaPath}/${error.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0]}/`
    const isOtherKind = error.instancePath === union.instancePath && ['type', 'const', 'enum'].includes(error.keyword)
    isOfKind.set(branch, (isOfKind.get(branch) ?? true) && !isOtherKind)
  }
  const [meant, ...others] = [...isOfKind].filter(([, isMeant]) => isMeant)
  return meant !== undefined && others.length === 0 ? meant[0] : null
}

function isBranchOf(error: SchemaError, union: SchemaError): boolean {
  const isWithin = error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`)
  return isWithin && error.schemaPath.startsWith(`${union.schemaPath}/`)
}

/** `/cities/3/lat` → `cities[3].lat`; of a query, the parameter. */
function pathOf(error: SchemaError, part: string): string {
  const tokens = error.instancePath.split('/').slice(1, part === 'querystring' ? 2 : undefined)
  const { missingProperty, additionalProperty } = error.params
  const last = missingProperty ?? additionalProperty
  if (typeof last === 'string') tokens.push(last)
  const path = tokens
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((token, i) => (/^\d+$/.test(token) ? `[${token}]` : i === 0 ? token : `.${token}`))
    .join('')
  return path === '' ? (part === 'querystring' ? 'query' : part) : path
}

function messageOf(error: SchemaError, all: readonly SchemaError[], part: string): string {
  const { keyword, params, data } = error
  if (part === 'querystring' && Array.isArray(data) && keyword !== 'maxItems') return 'must be given only once'
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${[params.type].flat().map(nameOfType).join(' or ')}`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`
    case 'const':
      return `must be ${String(params.allowedValue)}`
    case 'minimum':
      return `must be at least ${String(params.limit)}`
    case 'maximum':
      return `must be at most ${String(params.limit)}`
    case 'minLength':
    case 'maxLength':
      return `must have ${atLeastOrMost(keyword)} ${String(params.limit)} characters`
    case 'minItems':
    case 'maxItems':
      return `must have ${atLeastOrMost(keyword)} ${String(params.limit)} entries`
    case 'format':
      return `must be a valid ${String(params.format)}`
    case 'pattern':
      return 'has an invalid format'
    case 'anyOf':
      return unionMessage(error, all)
    default:
      return error.message ?? 'is invalid'
  }
}

function atLeastOrMost(keyword: string): string {
  return keyword.startsWith('min') ? 'at least' : 'at most'
}

function nameOfType(type: unknown): string {
  return TYPES[String(type)] ?? String(type)
}

/** A union fails with the errors of all its branches; the caller is better served by a list of the valid values or types. */
function unionMessage(union: SchemaError, all: readonly SchemaError[]): string {
  const branches = all.filter((error) => isBranchOf(error, union) && error.instancePath === union.instancePath)
  const values = branches.flatMap(({ keyword, params }) =>
    keyword === 'const' ? [String(params.allowedValue)] : keyword === 'enum' ? (params.allowedValues as unknown[]).map(String) : [],
  )
  const types = branches.flatMap(({ keyword, params }) => (keyword === 'type' ? [params.type].flat().map(nameOfType) : []))
  const wanted = values.length > 0 ? `one of ${[...new Set(values)].join(', ')}` : [...new Set(types)].join(' or ')
  return wanted === '' ? 'has an invalid format' : `must be ${wanted}`
}
