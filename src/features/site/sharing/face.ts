/** What of a TrueType font tells where lines end and which texts it can show. */
export interface Face {
  /** Whether every visible character has a glyph. */
  covers(text: string): boolean
  /** The width of a text without kerning and ligatures, in the units of `size`. */
  width(text: string, size: number): number
}

/** Characters that show nothing: marks of direction, joiners, variation selectors, control characters. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Variation_Selector}]/u

const visible = (text: string): string[] => [...text].filter((character) => !INVISIBLE.test(character))

/** Reads the tables `cmap` (format 12), `head`, `hhea` and `hmtx`. @throws when one is missing */
export function readFace(file: Uint8Array): Face {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tables = new Map<string, number>()
  for (let i = 0; i < view.getUint16(4); i += 1) {
    const at = 12 + 16 * i
    tables.set(String.fromCharCode(...file.subarray(at, at + 4)), view.getUint32(at + 8))
  }
  const table = (name: string): number => {
    const at = tables.get(name)
    if (at === undefined) throw new Error(`the font has no table ${name}`)
    return at
  }
  const unitsPerEm = view.getUint16(table('head') + 18)
  const advances = view.getUint16(table('hhea') + 34)
  const hmtx = table('hmtx')
  const groups = groupsOf(view, table('cmap'))

  const glyphOf = (code: number): number => {
    const group = groups.find(({ last }) => code <= last)
    return group === undefined || code < group.first ? 0 : group.glyph + code - group.first
  }
  return {
    covers: (text) => visible(text).every((character) => glyphOf(character.codePointAt(0) ?? 0) !== 0),
    width: (text, size) =>
      visible(text).reduce((sum, character) => {
        const glyph = Math.min(glyphOf(character.codePointAt(0) ?? 0), advances - 1)
        return sum + view.getUint16(hmtx + 4 * glyph)
      }, 0) *
      (size / unitsPerEm),
  }
}

/** Runs of characters whose glyphs follow one another, in ascending order. */
function groupsOf(view: DataView, cmap: number): { readonly first: number; readonly last: number; readonly glyph: number }[] {
  for (let i = 0; i < view.getUint16(cmap + 2); i += 1) {
    const at = cmap + view.getUint32(cmap + 4 + 8 * i + 4)
    if (view.getUint16(at) !== 12) continue
    return Array.from({ length: view.getUint32(at + 12) }, (_, group) => {
      const start = at + 16 + 12 * group
      return { first: view.getUint32(start), last: view.getUint32(start + 4), glyph: view.getUint32(start + 8) }
    })
  }
  throw new Error('the font has no table of characters in format 12')
}
