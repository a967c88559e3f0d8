import { createRequire } from 'node:module'
import type * as HtmlParser from 'htmlparser2'
import type MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'

const require = createRequire(import.meta.url)
let tools: ReturnType<typeof load> | undefined

/**
 * What makes and cleans HTML: CommonMark in which raw HTML stays text, the sanitiser, and the parser below it. Loaded at the first call, since a
 * service that shows weather needs none of it, and together they are half a megabyte of program.
 */
export const loadHtmlTools = () => (tools ??= load())

function load() {
  const Markdown = require('markdown-it') as typeof MarkdownIt
  const markdown = new Markdown({ html: false, linkify: true, typographer: false })
  const { Parser } = require('htmlparser2') as typeof HtmlParser
  return { markdown, sanitize: require('sanitize-html') as typeof sanitizeHtml, Parser }
}
