import type sanitizeHtml from 'sanitize-html'
import { loadHtmlTools } from '../../../platform/html-tools.ts'
import type { Format } from './tables.ts'

/** A page in the form an editor writes it. */
export interface Content {
  readonly format: Format
  readonly title: string
  /** One sentence for search engines. */
  readonly description: string
  readonly body: string
  /** Whether search engines may list it. */
  readonly indexable: boolean
}

const RULES: sanitizeHtml.IOptions = {
  allowedTags:
    'h2 h3 h4 p br hr ul ol li dl dt dd blockquote pre code kbd samp strong em b i u s small sub sup abbr cite q time mark a img figure figcaption table caption thead tbody tfoot tr th td section details summary'.split(
      ' ',
    ),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    abbr: ['title'],
    time: ['datetime'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
    '*': ['id', 'lang', 'dir'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  // Pictures from this site only: another host would learn who reads the page, and the policy of pages refuses it.
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  // The title is the page's own top heading.
  transformTags: { h1: 'h2', a: withRel },
  // A picture whose address was removed shows nothing.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && (attribs['src'] ?? '') === '',
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
}

/** Entities can decode to control characters. */
// oxlint-disable-next-line no-control-regex -- a text has none but line ends and tabs
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** The stored form of a body: Markdown unchanged, HTML sanitised. */
export function cleanBody(format: Format, body: string): string {
  return format === 'html' ? loadHtmlTools().sanitize(body, RULES).replace(CONTROL, '') : body
}

/** The body as safe HTML: no scripts, styles, frames, forms, event handlers or executable URLs. */
export function renderContent({ format, body }: Pick<Content, 'format' | 'body'>): string {
  const { markdown, sanitize } = loadHtmlTools()
  return sanitize(format === 'markdown' ? markdown.render(body) : body, RULES).replace(CONTROL, '')
}

export interface RenderedBody {
  /** The stored form. */
  readonly body: string
  readonly html: string
}

/** Cleans and renders a submitted body. */
export function renderBody({ format, body }: Pick<Content, 'format' | 'body'>): RenderedBody {
  const clean = cleanBody(format, body)
  return { body: clean, html: renderContent({ format, body: clean }) }
}

/** Links to other sites send no referrer and give no access to this window. */
function withRel(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const outside = /^https?:/i.test(attributes['href'] ?? '')
  return { tagName, attribs: outside ? { ...attributes, rel: 'noopener noreferrer' } : attributes }
}
