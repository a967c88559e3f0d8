import { isCap } from '../cap/document.ts'
import { childrenOf, childText, type XmlElement } from '../cap/xml.ts'

/** An entry of an index of CAP documents. */
export interface IndexItem {
  /** Where the document is; null if the entry does not say, or says what is no address. */
  readonly url: URL | null
  /** Changes with the document, for those who keep one address for several. */
  readonly version: string
  /** When the index says that the warning expires; epoch milliseconds. */
  readonly expiresMs: number | null
}

/** What a feed's address turned out to be. */
export type FeedDocument = { readonly alerts: readonly XmlElement[] } | { readonly items: readonly IndexItem[] }

/** The ways in which documents and servers name CAP. */
const CAP_TYPE = /\b(?:cap\+xml|common-alerting-protocol\+xml)\b/i

/**
 * CAP messages themselves (one, or several in an envelope as EDXL-DE is), or an index of them: RSS 2.0, RSS 1.0 or Atom. Null for anything else. Addresses are resolved
 * against `base`.
 */
export function readFeedDocument(root: XmlElement, base: URL): FeedDocument | null {
  if (root.name === 'rss')
    return { items: childrenOf(root, 'channel').flatMap((channel) => childrenOf(channel, 'item').map((item) => rssItem(item, base))) }
  if (root.name === 'RDF') return { items: childrenOf(root, 'item').map((item) => rssItem(item, base)) }
  if (root.name === 'feed') return { items: childrenOf(root, 'entry').map((entry) => atomItem(entry, base)) }
  const alerts = alertsIn(root)
  return alerts.length > 0 || root.name === 'EDXLDistribution' ? { alerts } : null
}

function alertsIn(element: XmlElement): XmlElement[] {
  return isCap(element) ? [element] : element.children.flatMap(alertsIn)
}

function rssItem(item: XmlElement, base: URL): IndexItem {
  const enclosure = childrenOf(item, 'enclosure').find(({ attributes }) => CAP_TYPE.test(attributes['type'] ?? ''))?.attributes['url']
  return toItem(item, enclosure ?? childText(item, 'link') ?? childText(item, 'guid'), base)
}

function atomItem(entry: XmlElement, base: URL): IndexItem {
  const links = childrenOf(entry, 'link').map(({ attributes }) => attributes)
  const link =
    links.find(({ type = '' }) => CAP_TYPE.test(type)) ??
    links.find(({ rel = 'alternate', hreflang }) => rel === 'alternate' && hreflang === undefined) ??
    links[0]
  return toItem(entry, link?.['href'] ?? null, base)
}

function toItem(item: XmlElement, href: string | null, base: URL): IndexItem {
  const expires = childrenOf(item, 'expires').find(({ namespace }) => namespace.includes('emergency:cap'))
  const expiresMs = Date.parse(expires?.text.trim() ?? '')
  return {
    url: href === null ? null : URL.parse(href, base),
    version: childText(item, 'updated') ?? childText(item, 'pubDate') ?? '',
    expiresMs: Number.isNaN(expiresMs) ? null : expiresMs,
  }
}
