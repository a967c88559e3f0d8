import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import type { Format } from './tables.ts'

/** A page as an editor writes it. */
export interface Content {
  readonly format: Format
  readonly title: string
  /** One sentence for search engines. */
  readonly description: string
  readonly body: string
  /** May search engines list it? */
  readonly indexable: boolean
}

/** Raw HTML in Markdown stays text: whoever wants HTML says so. */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })

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
  // Pictures come from here alone: another's would tell it who reads the page, and the policy of pages refuses them.
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  // The page's own heading is its title.
  transformTags: { h1: 'h2', a: withRel },
  // A picture whose address was taken away shows nothing.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && (attribs['src'] ?? '') === '',
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
}

/** References to control characters become these themselves. */
// oxlint-disable-next-line no-control-regex -- a text has none but line ends and tabs
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** What is kept of a body: Markdown as it was written, HTML without what does not belong into a text. */
export function cleanBody(format: Format, body: string): string {
  return format === 'html' ? sanitizeHtml(body, RULES).replace(CONTROL, '') : body
}

/** The body as HTML that is safe to be shown: no scripts, styles, frames, forms, handlers, or addresses that run something. */
export function htmlOf({ format, body }: Pick<Content, 'format' | 'body'>): string {
  return sanitizeHtml(format === 'markdown' ? markdown.render(body) : body, RULES).replace(CONTROL, '')
}

export interface RenderedBody {
  /** As it is kept. */
  readonly body: string
  readonly html: string
}

/** Both at once, for a text that somebody sent. */
export function renderBody({ format, body }: Pick<Content, 'format' | 'body'>): RenderedBody {
  const kept = cleanBody(format, body)
  return { body: kept, html: htmlOf({ format, body: kept }) }
}

/** A link out of the site gives nothing away. */
function withRel(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const outside = /^https?:/i.test(attributes['href'] ?? '')
  return { tagName, attribs: outside ? { ...attributes, rel: 'noopener noreferrer' } : attributes }
}
