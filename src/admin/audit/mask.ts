const SECRET_NAME = /pass(word|phrase)|secret|tokens?$|credential|authorization|cookie|hash$/i
const KEY_NAME = /(^k|_k|K)ey$/
const MASK = '•••'
const MAX_TEXT = 1_000
const MAX_ENTRIES = 200
const MAX_DEPTH = 6

/**
 * A copy that is safe to store: values named like secrets are masked, but still show whether they were set; texts, lists and nesting are
 * truncated.
 */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((each) => maskSecrets(each, depth + 1))
  const entries = Object.entries(value).slice(0, MAX_ENTRIES)
  return Object.fromEntries(entries.map(([name, each]) => [name, isSecretName(name) && isSet(each) ? MASK : maskSecrets(each, depth + 1)]))
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || KEY_NAME.test(name)
}

/** False for a flag next to a secret, such as `hasPassword`. */
function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && typeof value !== 'boolean'
}

/** Reduces two states of one object to the fields that differ. */
export function selectChangedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (from: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
