import {
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  TokenKind,
  type TopLevelToken,
  Value,
} from 'liquidjs'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'

const MAX_BYTES = 64 * 1024 * 1024
const ENTRY_BYTES = 200

/** Rendered fragments of all templates: a place that thousands of mails show is rendered once. */
const rendered = createMemoryCache<string, string>(
  'mail_fragments',
  MAX_BYTES,
  (fragment, key) => ENTRY_BYTES + bytesOf(fragment) + bytesOf(key),
)
let tags = 0

/** Clears the cache between two mails with edited sources: their keys may not distinguish readers. */
export function forgetFragments(): void {
  rendered.clear()
}

/**
 * `{% cache place.key %}…{% endcache %}`: renders its content once per key. The key must identify everything that the content shows,
 * including language, units and zone.
 */
export class CacheTag extends Tag {
  readonly #id: string
  readonly #key: Value
  readonly #content: Template[] = []
  readonly #finish: (fragment: string) => string

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser, finish: (fragment: string) => string) {
    super(token, rest, liquid)
    this.#id = String(tags++)
    this.#key = new Value(token.args, liquid)
    this.#finish = finish
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      if (next.kind === TokenKind.Tag && (next as TagToken).name === 'endcache') return
      this.#content.push(parser.parseToken(next, rest))
    }
    throw new Error(`tag ${token.getText()} not closed`)
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
    const name: unknown = yield this.#key.value(context, false)
    if (typeof name !== 'string' || name === '') throw new Error('cache needs a text that tells its content apart.')
    const key = `${this.#id}|${name}`
    let fragment = rendered.get(key)
    if (fragment === undefined) {
      fragment = this.#finish(yield this.liquid.renderer.renderTemplates(this.#content, context))
      rendered.set(key, fragment)
    }
    emitter.write(fragment)
  }
}

/** Encodes non-ASCII characters as references: V8 then stores one byte per character. */
export function toAsciiHtml(html: string): string {
  return html.replace(/\P{ASCII}/gu, (character) => `&#${character.codePointAt(0)};`)
}

function bytesOf(text: string): number {
  return /\P{ASCII}/u.test(text) ? text.length * 2 : text.length
}
