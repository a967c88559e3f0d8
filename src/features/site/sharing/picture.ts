import { escapeXml } from '../../../platform/http/bytes/xml.ts'
import type { PictureScene } from '../rendering/index.ts'
import type { Face } from './face.ts'

/** The faces of a picture's texts. */
export interface Faces {
  readonly regular: Face
  readonly bold: Face
}

export const WIDTH = 1_200
export const HEIGHT = 630
const MARGIN = 64
const ICON = 190
const INNER = WIDTH - 2 * MARGIN
const SITE_ROOM = INNER / 4
const CREDIT_ROOM = INNER - SITE_ROOM
const SMALL = 20

/** From the top of the sky to its bottom, and the text on it; as the first card of a place's page has them. */
const SKIES = {
  clear: ['#7fbdf0', '#dff0fd'],
  clouds: ['#b4c4d3', '#e8edf2'],
  rain: ['#97aec6', '#dbe5ee'],
  snow: ['#c3d5e7', '#f6f9fc'],
  fog: ['#c6cbcf', '#eef0f1'],
  storm: ['#353f52', '#57637a'],
} as const
const LOW_SUN = ['#f2b88c', '#f9ece0'] as const
const CLEAR_NIGHT = ['#0d1b3a', '#2f4c82'] as const
const NIGHT = ['#1d2839', '#3b4a66'] as const
const DARK_INK = '#14212e'
const LIGHT_INK = '#f2f6fb'

const STYLE = {
  regular: '',
  bold: ' font-weight="700"',
  light: ' font-weight="200"',
} as const
type Weight = keyof typeof STYLE
/** What the lightest font has, whose digits are as wide as those of the regular one. */
const PLAIN_NUMBER = /^[\d−°\u2066-\u2069]+$/

/**
 * The picture of a place for link previews, as SVG. Texts that the fonts cannot show are replaced or left out; names and sentences are shortened to
 * what fits. `icon`: the drawing of the condition, 48 × 48.
 */
export function drawPlacePicture(scene: PictureScene, icon: string | null, faces: Faces): string {
  const { weather, direction, names, region, site } = scene
  const isRtl = direction === 'rtl'
  const { colours, ink } = skyOf(scene)

  /** A text from `from` on in reading direction, in the first size that fits into the room, or else shortened. */
  function text(value: string, from: number, y: number, sizes: readonly number[], room: number, weight: Weight = 'regular'): string {
    const face = weight === 'bold' ? faces.bold : faces.regular
    if (!face.covers(value)) return ''
    const size = sizes.find((each) => face.width(value, each) <= room) ?? sizes.at(-1) ?? 0
    const shown = escapeXml(shortened(value, size, room, face).replace(/\p{Cc}/gu, ' '))
    // The drawing program takes every text for left-to-right.
    const content = isRtl ? `\u202b${shown}\u202c` : shown
    const x = isRtl ? WIDTH - MARGIN - from : MARGIN + from
    return `<text x="${x}" y="${y}" font-size="${size}"${STYLE[weight]}${isRtl ? ' text-anchor="end"' : ''}>${content}</text>`
  }
  const best = (list: readonly string[]): string => list.find((each) => faces.bold.covers(each)) ?? ''

  const parts = [text(best(names), 0, 124, [76, 60], INNER, 'bold'), text(region, 0, 174, [32], INNER)]
  if (weather !== null) {
    const { temperature, unit, words, range, outlook, asOf, credit } = weather
    const isPlain = PLAIN_NUMBER.test(temperature)
    const gap = icon === null ? 0 : ICON + 24
    if (icon !== null) {
      const x = isRtl ? WIDTH - MARGIN - ICON : MARGIN
      parts.push(`<g transform="translate(${x} 200) scale(${ICON / 48})">${ink === DARK_INK ? deepened(icon) : icon}</g>`)
    }
    const width = faces.regular.width(temperature, 176)
    // The unit is on the right of its number in either direction.
    const [numberAt, unitAt] = isRtl ? [gap + 60, gap] : [gap, gap + width]
    const wordsAt = gap + width + 96
    const room = INNER - wordsAt
    // A credit is shown in whole: its licence may say how it reads.
    const credits = faces.regular.width(credit, SMALL) <= CREDIT_ROOM ? [credit] : lines(credit, SMALL, CREDIT_ROOM, 2, faces.regular)
    const isLong = credits.length > 1
    parts.push(
      text(temperature, numberAt, 364, [176], INNER, isPlain ? 'light' : 'regular'),
      text(unit, unitAt, 288, [60], 96),
      text(words, wordsAt, 292, [46, 38, 30], room, 'bold'),
      text(range.join(' · '), wordsAt, 350, [36, 30, 24], room),
      ...lines(outlook, 38, INNER, 2, faces.regular).map((line, index) => text(line, 0, 456 + 50 * index, [38], INNER)),
      text(asOf, 0, isLong ? 550 : 566, [24], CREDIT_ROOM),
      ...credits.map((line, index) => text(line, 0, isLong ? 580 + 26 * index : 600, isLong ? [SMALL] : [24, SMALL], CREDIT_ROOM)),
    )
  }
  const name = best(site)
  const size = [30, 24].find((each) => faces.bold.width(name, each) <= SITE_ROOM) ?? 20
  parts.push(text(name, INNER - Math.min(SITE_ROOM, faces.bold.width(name, size)), 600, [size], SITE_ROOM, 'bold'))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colours[0]}"/><stop offset="1" stop-color="${colours[1]}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
<g font-family="DejaVu Sans" fill="${ink}">${parts.join('\n')}</g>
</svg>`
}

/** The drawing in colours that stand out from a light sky. */
function deepened(icon: string): string {
  return icon.replaceAll('#a9bacb', '#8296ab').replaceAll('#72859a', '#5a6d82').replaceAll('#f2a922', '#e89400')
}

function skyOf({ sky, light }: PictureScene): { readonly colours: readonly [string, string]; readonly ink: string } {
  if (light === 'night') return { colours: sky === 'clear' ? CLEAR_NIGHT : NIGHT, ink: LIGHT_INK }
  if (sky === 'storm') return { colours: SKIES.storm, ink: LIGHT_INK }
  return { colours: light === 'low' && sky === 'clear' ? LOW_SUN : SKIES[sky], ink: DARK_INK }
}

/** The text, or as much of it as fits, with an ellipsis. */
function shortened(text: string, size: number, room: number, face: Face): string {
  if (face.width(text, size) <= room) return text
  const characters = [...text]
  while (characters.length > 0 && face.width(`${characters.join('')}…`, size) > room) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** The text in at most `count` lines, broken at spaces; the last one has the rest. */
function lines(text: string, size: number, room: number, count: number, face: Face): string[] {
  const made: string[] = []
  for (const word of text.split(' ')) {
    const longer = made.length === 0 ? word : `${made.at(-1)} ${word}`
    if (made.length === 0 || (made.length < count && face.width(longer, size) > room)) made.push(word)
    else made[made.length - 1] = longer
  }
  return made
}
