/** The colours of the site's style sheet (`styles/tokens.css`), light and dark: a picture on another page cannot ask for them. */
export const PALETTE = {
  card: ['#ffffff', '#171e27'],
  sunken: ['#f4f7fa', '#1e2732'],
  text: ['#17212c', '#e8edf3'],
  soft: ['#4d5b69', '#a6b4c3'],
  line: ['#d9e1e8', '#303c4a'],
  field: ['#738190', '#7d8b9a'],
  accent: ['#0b5cad', '#7fbaf7'],
  rain: ['#1766b3', '#5ea8f2'],
  snow: ['#6d5fc0', '#c3b8ff'],
  'degrees-0': ['#6b3fa0', '#b79cf0'],
  'degrees-1': ['#4a4fc4', '#98a0ff'],
  'degrees-2': ['#2f6fd6', '#7fb4ff'],
  'degrees-3': ['#1c86b8', '#6fcbe8'],
  'degrees-4': ['#2b8f74', '#7fd6b4'],
  'degrees-5': ['#a07a00', '#f0cc5a'],
  'degrees-6': ['#d0510f', '#ff9d5c'],
  'degrees-7': ['#a3152b', '#ff7a7a'],
} as const

type Colour = keyof typeof PALETTE

/** What each class is filled (`f`), stroked (`s`) or coloured with (`stop`). */
const USES: readonly (readonly [name: string, property: 'fill' | 'stroke' | 'stop-color', colour: Colour])[] = [
  ['.back', 'fill', 'card'],
  ['.night', 'fill', 'sunken'],
  ['text', 'fill', 'text'],
  ['.soft', 'fill', 'soft'],
  ['.blue', 'fill', 'rain'],
  ['.rain,.chance', 'fill', 'rain'],
  ['.flake', 'fill', 'snow'],
  ['.snow', 'stroke', 'snow'],
  ['.cloud,.air', 'fill', 'field'],
  ['.likely', 'fill', 'accent'],
  ['.gust', 'fill', 'soft'],
  ['.grid', 'stroke', 'line'],
  ['.day', 'stroke', 'field'],
  ['.feels,.wind,.arrow', 'stroke', 'soft'],
  ['.pressure', 'stroke', 'accent'],
  ...Array.from({ length: 8 }, (_, n) => [`.d${n}`, 'stop-color', `degrees-${n}` as Colour] as const),
]

/** Rules that are the same in both themes. Longer lists of what is drawn come first in the picture, so that lines are above areas. */
const FORMS =
  '.grid,.day,.feels,.wind,.arrow,.pressure,.warm{fill:none}' +
  '.warm{stroke:url(#degrees);stroke-width:2.5;stroke-linecap:round}' +
  '.range{fill:url(#degrees)}' +
  '.snow{fill:url(#flakes);stroke-width:.6}' +
  '.day{stroke-dasharray:2 3}' +
  '.feels{stroke-dasharray:4 3}' +
  '.wind,.pressure{stroke-width:2}' +
  '.arrow{stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}' +
  '.likely{fill-opacity:.18}.chance{fill-opacity:.16}.gust{fill-opacity:.2}.cloud{fill-opacity:.45}' +
  '.slot{fill:transparent}' +
  '.strong{font-weight:650}.value{font-weight:600}'

export type PictureTheme = 'light' | 'dark' | 'auto'

const rules = (n: 0 | 1): string => USES.map(([name, property, colour]) => `${name}{${property}:${PALETTE[colour][n]}}`).join('')

/** The style sheet of a picture. `auto` follows the page or the device that shows it. */
export function writeStyleSheet(theme: PictureTheme): string {
  if (theme !== 'auto') return rules(theme === 'dark' ? 1 : 0) + FORMS
  return `${rules(0)}${FORMS}@media (prefers-color-scheme:dark){${rules(1)}}`
}
