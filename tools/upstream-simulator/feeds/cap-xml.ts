import { type Bulletin, capTime, ringOf } from './bulletins.ts'

/** How one agency writes its CAP. */
export interface CapDialect {
  readonly sender: string
  readonly senderName: string
  /** One block for each; null leaves out the language, as some agencies do. */
  readonly languages: readonly (string | null)[]
  /** What an agency adds: parameters and event codes. */
  readonly extras: (bulletin: Bulletin) => string
  /** Epoch milliseconds of `expires`, if it is not the end. */
  readonly expiresMs?: (bulletin: Bulletin) => number
  readonly geocode?: readonly [name: string, value: (bulletin: Bulletin) => string]
}

/** A CAP 1.2 document. */
export function capDocument(bulletin: Bulletin, dialect: CapDialect): string {
  const { id, sentMs, type, earlier } = bulletin
  const references = earlier.slice(-1).map((before) => `${dialect.sender},${before.id},${capTime(before.sentMs)}`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">',
    element('identifier', id),
    element('sender', dialect.sender),
    element('sent', capTime(sentMs)),
    element('status', 'Actual'),
    element('msgType', type),
    element('scope', 'Public'),
    ...(references.length > 0 ? [element('references', references.join(' '))] : []),
    ...dialect.languages.map((language) => infoBlock(bulletin, dialect, language)),
    '</alert>',
  ].join('\n')
}

function infoBlock(bulletin: Bulletin, dialect: CapDialect, language: string | null): string {
  const { warning, type, sentMs } = bulletin
  const word = language?.startsWith('de') === true ? 'Warnung' : 'Warning'
  const polygon = ringOf(warning).map(([lon, lat]) => `${lat},${lon}`)
  const [name, value] = dialect.geocode ?? []
  return [
    '<info>',
    ...(language === null ? [] : [element('language', language)]),
    element('category', 'Met'),
    element('event', warning.event),
    element('responseType', type === 'Cancel' ? 'AllClear' : 'Prepare'),
    element('urgency', type === 'Cancel' ? 'Past' : 'Future'),
    element('severity', warning.severity),
    element('certainty', 'Likely'),
    element('effective', capTime(sentMs)),
    element('onset', capTime(warning.start)),
    element('expires', capTime(dialect.expiresMs?.(bulletin) ?? warning.end)),
    element('senderName', dialect.senderName),
    element('headline', `${word}: ${warning.event}`),
    element('description', warning.description),
    element('instruction', warning.instruction ?? ''),
    dialect.extras(bulletin),
    `<area>${element('areaDesc', bulletin.area)}${element('polygon', polygon.join(' '))}`,
    ...(name === undefined || value === undefined ? [] : [named('geocode', name, value(bulletin))]),
    '</area>',
    '</info>',
  ].join('\n')
}

/** `<parameter>`, `<eventCode>` or `<geocode>`. */
export function named(kind: string, name: string, value: string): string {
  return `<${kind}>${element('valueName', name)}${element('value', value)}</${kind}>`
}

/** An element with text in it. */
export function element(name: string, text: string): string {
  return `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</${name}>`
}
