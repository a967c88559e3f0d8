/** How a source is written, for its colours. */
export type Syntax = 'mjml' | 'html' | 'liquid' | 'markdown' | 'plain'

export interface Token {
  /** Where it begins; tells it from its equals. */
  readonly at: number
  readonly text: string
  readonly kind: Kind | null
}

const KINDS = ['comment', 'liquid', 'tag', 'string', 'heading', 'strong', 'code', 'link'] as const
export type Kind = (typeof KINDS)[number]

const LIQUID = String.raw`(?<liquid>\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\})`
const MARKUP = String.raw`(?<comment><!--[\s\S]*?-->)|${LIQUID}|(?<tag></?[a-zA-Z][\w-]*|/?>)|(?<string>"[^"\n]*")`
const MARKDOWN = String.raw`(?<heading>^#{1,6} .*$)|(?<strong>\*\*[^*\n]+\*\*)|(?<code>\x60[^\x60\n]+\x60)|(?<link>\[[^\]\n]*\]\([^)\n]*\))`
const PATTERNS: Readonly<Record<Syntax, RegExp | null>> = {
  mjml: new RegExp(MARKUP, 'g'),
  html: new RegExp(MARKUP, 'g'),
  liquid: new RegExp(LIQUID, 'g'),
  markdown: new RegExp(MARKDOWN, 'gm'),
  plain: null,
}
/** Above that, colours would be slower than typing. */
const MAX_COLOURED = 60_000

/** A source cut into what is coloured and what is not; together they are all of it. */
export function tokensOf(source: string, syntax: Syntax): readonly Token[] {
  const pattern = PATTERNS[syntax]
  if (pattern === null || source.length > MAX_COLOURED) return [{ at: 0, text: source, kind: null }]
  const tokens: Token[] = []
  let from = 0
  for (const match of source.matchAll(pattern)) {
    if (match.index > from) tokens.push({ at: from, text: source.slice(from, match.index), kind: null })
    tokens.push({ at: match.index, text: match[0], kind: KINDS.find((kind) => match.groups?.[kind] !== undefined) ?? null })
    from = match.index + match[0].length
  }
  tokens.push({ at: from, text: source.slice(from), kind: null })
  return tokens
}
