import type { Scene } from './scene.ts'

/** Pixels; 16:9. */
export const ARTWORK_SIZE = { width: 1600, height: 900 } as const

interface Look {
  /** Sky from the top to the horizon. */
  readonly sky: readonly [string, string]
  /** Hills from the farthest to the nearest. */
  readonly hills: readonly [string, string, string]
  readonly cloud: string
}

const DAY: Readonly<Record<'bright' | 'grey' | 'dark' | 'white' | 'sand', Look>> = {
  bright: { sky: ['#3f8fd6', '#cfe8f7'], hills: ['#9cc3b5', '#6da58c', '#447a63'], cloud: '#ffffff' },
  grey: { sky: ['#7d93a8', '#d3dbe1'], hills: ['#9fb0b0', '#748a88', '#4c625f'], cloud: '#eef1f4' },
  dark: { sky: ['#3d4a5c', '#8797a5'], hills: ['#6d7f86', '#4b5d64', '#2f3f46'], cloud: '#b9c3cc' },
  white: { sky: ['#9fb4c8', '#eef3f7'], hills: ['#dfe8ee', '#c4d2dc', '#a9bcc9'], cloud: '#ffffff' },
  sand: { sky: ['#b98d5a', '#f0dcb4'], hills: ['#d3ae78', '#b58b55', '#8d6739'], cloud: '#ecd7ad' },
}
const NIGHT: Readonly<Record<keyof typeof DAY, Look>> = {
  bright: { sky: ['#0b1733', '#33507f'], hills: ['#2c4363', '#1d3049', '#111f32'], cloud: '#5b729a' },
  grey: { sky: ['#1a2331', '#475565'], hills: ['#364352', '#26313e', '#18212b'], cloud: '#6b7889' },
  dark: { sky: ['#0d131d', '#323d4b'], hills: ['#27313d', '#1a222c', '#0f151c'], cloud: '#4d5967' },
  white: { sky: ['#1b2a40', '#5d7187'], hills: ['#7e91a5', '#64788d', '#4a5d72'], cloud: '#8b9cb0' },
  sand: { sky: ['#2b2118', '#6b5437'], hills: ['#57442d', '#403120', '#2a2015'], cloud: '#7a6447' },
}
const MOOD: Readonly<Record<Scene, keyof typeof DAY>> = {
  clear: 'bright',
  fair: 'bright',
  overcast: 'grey',
  fog: 'grey',
  rain: 'grey',
  downpour: 'dark',
  sleet: 'dark',
  snow: 'white',
  thunder: 'dark',
  dust: 'sand',
  storm: 'dark',
}

/** The picture of a scene by day or night, as an SVG document without scripts, fonts or references. Deterministic. */
export function drawArtwork(scene: Scene, isDay: boolean): string {
  const look = (isDay ? DAY : NIGHT)[MOOD[scene]]
  const { width, height } = ARTWORK_SIZE
  const [top, horizon] = look.sky
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice">`,
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${horizon}"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#s)"/>`,
    ...(scene === 'clear' || scene === 'fair' ? [isDay ? sun() : moonAndStars()] : []),
    ...hills(look.hills),
    ...DETAIL[scene](look),
    '</svg>',
  ].join('\n')
}

const DETAIL: Readonly<Record<Scene, (look: Look) => readonly string[]>> = {
  clear: () => [],
  fair: ({ cloud: fill }) => [cloud(420, 300, 1.25, fill, 0.9), cloud(1010, 380, 0.9, fill, 0.75)],
  overcast: (look) => cover(look),
  fog: () => [430, 520, 610, 700, 790].map((y, row) => bar(y, row)),
  rain: (look) => [...cover(look), fall(90, 26, '#dbe8f4', 0.5, 4)],
  downpour: (look) => [...cover(look), fall(190, 44, '#d5e3f0', 0.6, 5)],
  sleet: (look) => [...cover(look), fall(60, 24, '#dbe8f4', 0.5, 4), flakes(70)],
  snow: (look) => [...cover(look), flakes(170)],
  thunder: (look) => [...cover(look), bolt(), fall(110, 36, '#d5e3f0', 0.45, 4)],
  dust: () => [380, 470, 560, 650, 740].map((y, row) => bar(y, row)),
  storm: (look) => [...cover(look), ...gusts()],
}

function sun(): string {
  return '<circle cx="1180" cy="230" r="150" fill="#fff3c4" opacity=".35"/><circle cx="1180" cy="230" r="92" fill="#ffe9a0"/>'
}

function moonAndStars(): string {
  const next = noise(7)
  const stars = Array.from(
    { length: 70 },
    () => `<circle cx="${px(next() * 1600)}" cy="${px(next() * 460)}" r="${(1 + next() * 2).toFixed(1)}"/>`,
  )
  return `<g fill="#fff" opacity=".8">${stars.join('')}</g><path d="M1230 150a110 110 0 1 0 60 190 92 92 0 1 1-60-190z" fill="#f4f0dc"/>`
}

function hills([far, middle, near]: Look['hills']): string[] {
  return [
    `<path d="M0 620C240 520 420 560 640 610s420-80 640-40 240 40 320 10v320H0z" fill="${far}"/>`,
    `<path d="M0 720c200-70 380-40 600 0s420 30 620-30 300-30 380 0v210H0z" fill="${middle}"/>`,
    `<path d="M0 810c260-60 480-30 760-10s520 20 840-40v140H0z" fill="${near}"/>`,
  ]
}

function cloud(x: number, y: number, scale: number, fill: string, opacity: number): string {
  const shape = 'M60 120a60 60 0 0 1 8-119 96 96 0 0 1 180-22 78 78 0 0 1 120 60 56 56 0 0 1-6 81z'
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${shape}" fill="${fill}" opacity="${opacity}"/>`
}

function cover({ cloud: fill }: Look): string[] {
  const places = [
    [-60, 120, 1.7],
    [330, 70, 1.9],
    [780, 120, 1.6],
    [1150, 60, 2],
    [120, 270, 1.2],
    [640, 260, 1.4],
    [1060, 270, 1.3],
  ] as const
  return places.map(([x, y, scale], row) => cloud(x, y, scale, fill, row < 4 ? 0.55 : 0.85))
}

function fall(count: number, length: number, stroke: string, opacity: number, width: number): string {
  const next = noise(count)
  const drops = Array.from({ length: count }, () => `M${px(next() * 1700)} ${px(320 + next() * 520)}l${-length / 4} ${length}`)
  return `<path d="${drops.join('')}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`
}

function flakes(count: number): string {
  const next = noise(count)
  const dots = Array.from(
    { length: count },
    () => `<circle cx="${px(next() * 1600)}" cy="${px(300 + next() * 580)}" r="${px(3 + next() * 6)}"/>`,
  )
  return `<g fill="#fff" opacity=".9">${dots.join('')}</g>`
}

function bolt(): string {
  return '<path d="M820 350 720 560h80l-50 190 170-250h-90l70-150z" fill="#ffe58a"/>'
}

function bar(y: number, row: number): string {
  return `<rect x="${row % 2 === 0 ? -80 : 160}" y="${y}" width="1500" height="34" rx="17" fill="#fff" opacity="${(0.5 - row * 0.06).toFixed(2)}"/>`
}

function gusts(): string[] {
  return [420, 520, 620, 720].map(
    (y, row) =>
      `<path d="M${row * 130} ${y}h${780 + row * 90}a52 52 0 1 0-52-52" fill="none" stroke="#e6edf3" stroke-width="14" stroke-linecap="round" opacity=".6"/>`,
  )
}

const px = (value: number): string => value.toFixed(0)

/** Pseudo-random numbers, 0 ≤ x < 1, the same on every node (Park and Miller). */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
