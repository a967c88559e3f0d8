import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import type { PictureScene } from '../rendering/index.ts'
import { readFace } from './face.ts'
import { drawPlacePicture } from './picture.ts'

const font = (name: string) => readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
const faces = { regular: readFace(font('DejaVuSans')), bold: readFace(font('DejaVuSans-Bold')) }

const SCENE: PictureScene = {
  direction: 'ltr',
  names: ['Berlin', 'Berlin', '52.52, 13.41'],
  region: 'Germany',
  site: ['Isobar', 'isobar.example'],
  sky: 'rain',
  light: 'day',
  weather: {
    temperature: '−3°',
    unit: 'C',
    icon: 'rain',
    words: 'Rain',
    range: ['High 8°', 'Low −1°'],
    outlook: 'Rain from 15:00, 7.5 mm by 00:00.',
    asOf: 'As of Thu 26 Nov, 14:05',
    credit: 'Weather data provided by OpenWeather',
  },
}

/** The texts of the picture with their sizes and places, in their order. */
function textsOf(scene: PictureScene) {
  return [...drawPlacePicture(scene, null, faces).matchAll(/<text x="([\d.]+)" y="(\d+)" font-size="(\d+)"([^>]*)>([^<]*)<\/text>/g)].map(
    ([, x, y, size, style, text]) => ({ x: Number(x), y: Number(y), size: Number(size), isAtEnd: style?.includes('end') === true, text }),
  )
}
const wordsOf = (scene: PictureScene) => textsOf(scene).map(({ text }) => text)

describe('readFace', () => {
  it('measures texts as the font does', () => {
    // 1,401 of 2,048 units for each of them in DejaVu Sans.
    assert.equal(faces.regular.width('A', 2_048), 1_401)
    assert.equal(faces.regular.width('AA', 1_024), 1_401)
    assert.equal(faces.regular.width('\u2068\u2069', 100), 0)
    assert.ok(faces.bold.width('Berlin', 76) > faces.regular.width('Berlin', 76))
  })

  it('knows which scripts it has', () => {
    for (const text of ['Zürich', 'Łódź', 'Αθήνα', 'Москва', 'الرياض', '−13°', '\u2068°\u2069', ''])
      assert.ok(faces.bold.covers(text) && faces.regular.covers(text), text)
    for (const text of ['東京', 'दिल्ली', 'Berlin 🌧', '서울']) assert.ok(!faces.regular.covers(text), text)
  })

  it('refuses what is not a font', () => assert.throws(() => readFace(new Uint8Array(64)), /no table/))
})

describe('pictureOf', () => {
  it('shows the place, the weather, its time, and who is credited', () => {
    assert.deepEqual(wordsOf(SCENE), [
      'Berlin',
      'Germany',
      '−3°',
      'C',
      'Rain',
      'High 8° · Low −1°',
      'Rain from 15:00, 7.5 mm by 00:00.',
      'As of Thu 26 Nov, 14:05',
      'Weather data provided by OpenWeather',
      'Isobar',
    ])
  })

  it('has the number beside the icon and the words beside the number, each with room', () => {
    const at = (icon: string | null) => {
      const svg = drawPlacePicture(SCENE, icon, faces)
      const xOf = (text: string) => Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${text}</text>`).exec(svg)?.[1])
      return {
        icon: /<g transform="translate\((\d+) 200\)[^"]*">(.*?)<\/g>/.exec(svg)?.slice(1),
        number: xOf('−3°'),
        unit: xOf('C'),
        words: xOf('Rain'),
      }
    }
    const [bare, drawn] = [at(null), at('<circle fill="#a9bacb"/>')]
    const width = faces.regular.width('−3°', 176)
    assert.deepEqual(bare, { icon: undefined, number: 64, unit: 64 + width, words: 64 + width + 96 })
    // In a colour that stands out from a light sky.
    assert.deepEqual(drawn.icon, ['64', '<circle fill="#8296ab"/>'])
    const gap = drawn.number - bare.number
    assert.ok(gap > 100)
    assert.deepEqual([drawn.unit - bare.unit, drawn.words - bare.words], [gap, gap])
  })

  it('names only the place without weather', () => {
    assert.deepEqual(wordsOf({ ...SCENE, weather: null }), ['Berlin', 'Germany', 'Isobar'])
  })

  it('never shows a character that the fonts lack', () => {
    const scene = { ...SCENE, names: ['東京', 'Tokyo', '35.69, 139.69'], region: '日本', site: ['天気', 'isobar.example'] }
    assert.deepEqual(wordsOf({ ...scene, weather: null }), ['Tokyo', 'isobar.example'])
    assert.deepEqual(wordsOf({ ...scene, names: ['東京', '東京', '35.69, 139.69'], weather: null })[0], '35.69, 139.69')
  })

  it('escapes what people wrote', () => {
    const svg = drawPlacePicture({ ...SCENE, names: ['<script>&"\u0000\u001b'], region: ']]>' }, null, faces)
    assert.match(svg, />&lt;script&gt;&amp;&quot; +<\/text>/)
    assert.ok(!svg.includes('<script') && !svg.includes('\u0000'))
  })

  it('shortens what does not fit, and keeps within the picture', () => {
    const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch '.repeat(9)
    const weather = { ...SCENE.weather, temperature: '−104°', words: long, range: [long], outlook: long, asOf: long, credit: long }
    for (const { x, text = '', size } of textsOf({ ...SCENE, names: [long], region: long, site: [long], weather } as PictureScene)) {
      assert.ok(x >= 64 && x + faces.regular.width(text, size) <= 1_137, text)
      if (text.length > 6) assert.ok(text.endsWith('…') || text.length < long.length, text)
    }
  })

  it('has a long credit in whole, on two lines', () => {
    const credit = 'Datenbasis: Deutscher Wetterdienst, eigene Bearbeitung; © GeoBasis-DE / BKG (Daten modifiziert)'
    const words = wordsOf({ ...SCENE, weather: { ...SCENE.weather, credit } } as PictureScene)
    assert.equal(words.slice(8, -1).join(' '), credit)
    assert.equal(words.length, 11)
  })

  it('is mirrored for readers of Arabic, but for the number and its unit', () => {
    const texts = textsOf({ ...SCENE, direction: 'rtl', names: ['الرياض'] })
    assert.ok(texts.every(({ isAtEnd, text }) => isAtEnd && text?.startsWith('\u202b')))
    assert.equal(texts[0]?.x, 1_136)
    const [number, unit] = [texts.find(({ text }) => text?.includes('−3°')), texts.find(({ text }) => text?.includes('C'))]
    assert.ok((unit?.x ?? 0) > (number?.x ?? 0))
  })

  it('has the colours of the sky, and a text that stands out from them', () => {
    const inkOf = (scene: Partial<PictureScene>) =>
      /<g font-family="DejaVu Sans" fill="(#\w+)"/.exec(drawPlacePicture({ ...SCENE, ...scene }, null, faces))?.[1]
    assert.equal(inkOf({}), '#14212e')
    assert.equal(inkOf({ sky: 'storm' }), '#f2f6fb')
    assert.equal(inkOf({ light: 'night' }), '#f2f6fb')
    assert.notEqual(
      drawPlacePicture({ ...SCENE, sky: 'clear', light: 'low' }, null, faces),
      drawPlacePicture({ ...SCENE, sky: 'clear' }, null, faces),
    )
    assert.equal(drawPlacePicture({ ...SCENE, light: 'low' }, null, faces), drawPlacePicture(SCENE, null, faces))
  })
})
