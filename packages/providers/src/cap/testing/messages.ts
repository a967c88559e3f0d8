import { readCapDocument } from '../document.ts'
import { type CapRules } from '../draft.ts'
import { type Memory, NOTHING_KNOWN } from '../memory.ts'
import { readCapWarnings } from '../warnings.ts'

/** The rules of a feed without special rules. */
export const PLAIN: CapRules = { source: 'test', part: 'all', expiresEndsEvent: false, categories: null }

/** The parts of a message that a test sets; texts are XML. */
export interface TestMessage {
  readonly id?: string
  readonly sender?: string
  readonly sent?: string
  readonly status?: string
  readonly msgType?: string
  readonly scope?: string
  readonly references?: readonly string[]
  readonly infos?: readonly string[]
}

/** An info block: these elements, then one area of that code. */
export function writeCapInfo(elements: Readonly<Record<string, string>> = {}, code = 'A1', more = ''): string {
  const all = {
    language: 'en',
    category: 'Met',
    event: 'Storm',
    urgency: 'Future',
    severity: 'Severe',
    certainty: 'Likely',
    onset: '2026-07-01T12:00:00+00:00',
    expires: '2026-07-01T20:00:00+00:00',
    ...elements,
  }
  const body = Object.entries(all).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<info>${body.join('')}${more}<area><areaDesc>${code}</areaDesc><geocode><valueName>EMMA_ID</valueName><value>${code}</value></geocode></area></info>`
}

/** `<parameter>` or `<eventCode>` of an info block. */
export function writeNamedValue(name: string, value: string, element = 'parameter'): string {
  return `<${element}><valueName>${name}</valueName><value>${value}</value></${element}>`
}

/** A CAP document; `references` are identifiers of the same sender, an hour earlier each. */
export function writeCapDocument(message: TestMessage = {}): string {
  const { id = 'm1', sender = 'office', sent = '2026-07-01T08:00:00+00:00', references = [], infos = [writeCapInfo()] } = message
  const triples = references.map((reference) => `${sender},${reference},2026-07-01T07:00:00+00:00`)
  return `<?xml version="1.0"?><alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${id}</identifier><sender>${sender}</sender><sent>${sent}</sent><status>${message.status ?? 'Actual'}</status><msgType>${message.msgType ?? 'Alert'}</msgType><scope>${message.scope ?? 'Public'}</scope>${triples.length > 0 ? `<references>${triples.join(' ')}</references>` : ''}${infos.join('')}</alert>`
}

export const NOW = Date.parse('2026-07-01T10:00:00Z')

/** Reads the documents, one after the other. */
export function readTestDocuments(documents: readonly string[], memory: Memory = NOTHING_KNOWN, rules: Partial<CapRules> = {}, now = NOW) {
  const messages = documents.map((text) => readCapDocument(Buffer.from(text), null)).filter((message) => message !== null)
  return readCapWarnings(messages, memory, { ...PLAIN, ...rules }, now)
}
