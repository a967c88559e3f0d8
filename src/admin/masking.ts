import { maskEmail } from '../platform/mail/address.ts'

const MASK = '•••'
const BETWEEN = /([\s<>"'(),;]+)/

/** A web address without its path and query, which often are its secret: `https://hooks.example/•••`. */
export function maskUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) return MASK
  const isBare = url.username === '' && url.password === '' && url.pathname.length <= 1 && url.search === '' && url.hash === ''
  return isBare ? text : `${url.protocol}//${url.host}/${MASK}`
}

/** A copy for viewers: web addresses and email addresses in its texts are masked. */
export function maskAddresses<T>(value: T): T {
  if (typeof value === 'string') return maskText(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => maskAddresses<unknown>(each)) as T
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskAddresses<unknown>(each)])) as T
}

function maskText(text: string): string {
  if (!text.includes('://') && !text.includes('@')) return text
  return text
    .split(BETWEEN)
    .map((word) => (word.includes('://') ? maskUrl(word) : /^[^@]+@[^@]+$/.test(word) ? maskEmail(word) : word))
    .join('')
}
