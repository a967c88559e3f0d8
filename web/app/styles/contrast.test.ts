import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** A colour under a transparent one, `#rrggbbaa`; empty: nothing. */
function under(veil: string, colour: string): string {
  if (veil === '') return colour
  const share = Number.parseInt(veil.slice(7, 9), 16) / 255
  const channels = [1, 3, 5].map((at) => {
    const [over, below] = [veil, colour].map((each) => Number.parseInt(each.slice(at, at + 2), 16)) as [number, number]
    return Math.round(over * share + below * (1 - share))
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** The colours of a value for the light and the dark theme. */
function themes(value: string): readonly [light: string, dark: string] {
  const colours = value.match(/#(?:[\da-f]{8}|[\da-f]{6})/g) ?? []
  const [light = '', dark = light] = colours
  return [light, dark]
}

/** Of every night. */
const NIGHT_INK = '#eff4fb'

const declarations = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))

describe('the contrast', () => {
  it('of each temperature’s colour on a card is 3:1 or more, in both themes', () => {
    const tokens = declarations(read('./tokens.css'))
    const cards = themes(tokens['--card'] ?? '')
    const colours = Object.entries(tokens).filter(([name]) => name.startsWith('--degrees-'))
    assert.equal(colours.length, 8)
    for (const [name, value] of colours)
      for (const [theme, colour] of themes(value).entries()) {
        const ratio = contrast(colour, cards[theme] ?? '')
        assert.ok(ratio >= 3, `${name}, theme ${theme}: ${ratio.toFixed(2)}`)
      }
  })

  it('of text on each sky is 4.5:1 or more, at its top and its bottom, also under the strongest of what is drawn there', () => {
    const rules = [...read('../city/parts/hero.module.css').matchAll(/(\.hero[^{]*)\{([^}]+)\}/g)].map(([, name = '', body = '']) => ({
      name: name.trim(),
      ...declarations(body),
    })) as (Record<string, string> & { name: string })[]
    const skies = rules.filter((rule) => '--top' in rule)
    assert.ok(skies.length >= 16)
    const ink = skies[0]?.['--ink'] ?? ''
    for (const sky of skies)
      for (const end of ['--top', '--bottom'])
        for (const [theme, colour] of themes(sky[end] ?? '').entries())
          for (const veiled of [colour, under(themes(sky['--veil'] ?? '')[theme] ?? '', colour)]) {
            const text = themes(sky['--ink'] ?? (sky.name.includes("'night'") ? NIGHT_INK : ink))[theme] ?? ''
            const ratio = contrast(veiled, text)
            assert.ok(ratio >= 4.5, `${sky.name} ${end}, theme ${theme}: ${ratio.toFixed(2)}`)
          }
  })
})
