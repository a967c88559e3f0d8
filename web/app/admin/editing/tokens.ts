import type { ApiFailure } from '../../api/ask.ts'

/** The syntax for colouring. */
export type Syntax = 'mjml' | 'html' | 'liquid' | 'markdown'

interface Token {
  /** Offset; unique, unlike the text. */
  readonly at: number
  readonly text: string
  readonly kind: Kind | null
}

const KINDS = ['comment', 'liquid', 'tag', 'string', 'heading', 'strong', 'code', 'link'] as const
type Kind = (typeof KINDS)[number]

const LIQUID = String.raw`(?<liquid>\{%(?:[^%]|%(?!\}))*(?:%\})?|\{\{(?:[^}]|\}(?!\}))*(?:\}\})?)`
const MARKUP = String.raw`(?<comment><!--[\s\S]*?(?:-->|$))|${LIQUID}|(?<tag></?[a-zA-Z][\w-]*|/?>)|(?<string>"[^"\n]*")`
const MARKDOWN = String.raw`(?<heading>^#{1,6} .*$)|(?<strong>\*\*[^*\n]+\*\*)|(?<code>\x60[^\x60\n]+\x60)|(?<link>\[[^[\]\n]*\]\([^()\n]*\))`
const PATTERNS: Readonly<Record<Syntax, RegExp>> = {
  mjml: new RegExp(MARKUP, 'g'),
  html: new RegExp(MARKUP, 'g'),
  liquid: new RegExp(LIQUID, 'g'),
  markdown: new RegExp(MARKDOWN, 'gm'),
}
/** In longer sources, colouring would slow typing down. */
const MAX_COLOURED = 60_000

/** Splits a source into tokens; joined, they are the whole source. */
export function tokeniseSource(source: string, syntax: Syntax): readonly Token[] {
  if (source.length > MAX_COLOURED) return [{ at: 0, text: source, kind: null }]
  const tokens: Token[] = []
  let from = 0
  for (const match of source.matchAll(PATTERNS[syntax])) {
    if (match.index > from) tokens.push({ at: from, text: source.slice(from, match.index), kind: null })
    tokens.push({ at: match.index, text: match[0], kind: KINDS.find((kind) => match.groups?.[kind] !== undefined) ?? null })
    from = match.index + match[0].length
  }
  tokens.push({ at: from, text: source.slice(from), kind: null })
  return tokens
}

/** An error in a source, with its position. */
export interface Fault {
  /** From 1; null: no particular line. */
  readonly line: number | null
  readonly message: string
}

/** The errors of one part, from the API's messages: `line 3: undefined variable: nome`. */
export function listPartFaults(part: string, ...failures: readonly (ApiFailure | undefined)[]): readonly Fault[] {
  const messages = new Set(
    failures.flatMap((failure) => failure?.details ?? []).flatMap(({ path, message }) => (path === part ? [message] : [])),
  )
  return [...messages].map((text) => {
    const [, line, message] = /^line (\d+): ([\s\S]*)$/.exec(text) ?? []
    return line === undefined || message === undefined ? { line: null, message: text } : { line: Number(line), message }
  })
}
