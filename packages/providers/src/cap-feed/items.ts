import { isCap } from '../cap/document.ts'
import { listChildElements, findChildText, type XmlElement } from '../cap/xml.ts'

/** An entry of an index of CAP documents. */
export interface IndexItem {
  /** Where the document is; null if the link is not a valid URL. */
  readonly url: URL | null
  /** Changes with the document, for publishers that reuse one URL for several documents. */
  readonly version: string
  /** When the index says that the warning expires; epoch milliseconds. */
  readonly expiresMs: number | null
}

/** What a feed's URL returned. */
export type FeedDocument = { readonly alerts: readonly XmlElement[] } | { readonly items: readonly IndexItem[] }

/** The ways in which documents and servers name CAP. */
const CAP_TYPE = /\b(?:cap\+xml|common-alerting-protocol\+xml)\b/i

/**
 * CAP messages themselves (one, or several in an envelope such as EDXL-DE), or an index of them: RSS 2.0, RSS 1.0 or Atom. Null for
 * anything else. URLs are resolved against `base`.
 */
export function readFeedDocument(root: XmlElement, base: URL): FeedDocument | null {
  if (root.name === 'rss')
    return {
      items: listChildElements(root, 'channel').flatMap((channel) =>
        listChildElements(channel, 'item').flatMap((item) => rssItem(item, base)),
      ),
    }
  if (root.name === 'RDF') return { items: listChildElements(root, 'item').flatMap((item) => rssItem(item, base)) }
  if (root.name === 'feed') return { items: listChildElements(root, 'entry').flatMap((entry) => atomItem(entry, base)) }
  const alerts = alertsIn(root)
  return alerts.length > 0 || root.name === 'EDXLDistribution' ? { alerts } : null
}

function alertsIn(element: XmlElement): XmlElement[] {
  return isCap(element) ? [element] : element.children.flatMap(alertsIn)
}

function rssItem(item: XmlElement, base: URL): IndexItem[] {
  const enclosure = listChildElements(item, 'enclosure').find(({ attributes }) => CAP_TYPE.test(attributes['type'] ?? ''))?.attributes[
    'url'
  ]
  return toItem(item, enclosure ?? findChildText(item, 'link') ?? permalinkOf(item), base)
}

function atomItem(entry: XmlElement, base: URL): IndexItem[] {
  const links = listChildElements(entry, 'link').map(({ attributes }) => attributes)
  const link =
    links.find(({ type = '' }) => CAP_TYPE.test(type)) ??
    links.find(({ rel = 'alternate', hreflang }) => rel === 'alternate' && hreflang === undefined) ??
    links[0]
  return toItem(entry, link?.['href'] ?? null, base)
}

/** An identifier that is also a URL, as it is in RSS unless stated otherwise. */
function permalinkOf(item: XmlElement): string | null {
  const guid = findChildText(item, 'guid')
  return guid !== null && /^https?:/i.test(guid) ? guid : null
}

/** Empty for an entry without a link: it lists no document ("There are no warnings"). */
function toItem(item: XmlElement, href: string | null, base: URL): IndexItem[] {
  if (href === null) return []
  const expires = listChildElements(item, 'expires').find(({ namespace }) => namespace.includes('emergency:cap'))
  const version = findChildText(item, 'updated') ?? findChildText(item, 'pubDate') ?? ''
  return [{ url: URL.parse(href, base), version, expiresMs: expires === undefined ? null : zonedTime(expires.text.trim()) }]
}

/** Epoch milliseconds of a time as RSS or CAP writes it; null without an offset. */
function zonedTime(text: string): number | null {
  const epochMs = /(?:Z|GMT|UTC?|[+-]\d{2}:?\d{2})$/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(epochMs) ? null : epochMs
}
