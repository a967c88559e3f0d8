import { createRequire } from 'node:module'
import type * as HtmlParser from 'htmlparser2'
import type MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'

const require = createRequire(import.meta.url)
let tools: ReturnType<typeof load> | undefined

/**
 * Makes and sanitises HTML: CommonMark in which raw HTML stays text, the sanitiser, and its parser. Loaded at the first call: serving
 * weather needs none of them, and together they are half a megabyte of code.
 */
export const loadHtmlTools = () => (tools ??= load())

function load() {
  const Markdown = require('markdown-it') as typeof MarkdownIt
  const markdown = new Markdown({ html: false, linkify: true, typographer: false })
  const { Parser } = require('htmlparser2') as typeof HtmlParser
  return { markdown, sanitize: require('sanitize-html') as typeof sanitizeHtml, Parser }
}
