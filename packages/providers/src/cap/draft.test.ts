import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOTHING_KNOWN } from './memory.ts'
import { writeCapDocument, writeCapInfo, writeNamedValue, readTestDocuments } from './testing/messages.ts'

const only = (read: ReturnType<typeof readTestDocuments>) => {
  assert.equal(read.warnings.length, 1, JSON.stringify(read))
  const [warning] = read.warnings
  assert.ok(warning !== undefined)
  return warning
}

describe('languages', () => {
  it('are texts of one warning, in the order of the document, even if areas are translated', () => {
    const french = writeCapInfo({ language: 'fr-CA', event: 'Tempête' }).replace('<areaDesc>A1', '<areaDesc>Région 1')
    const warning = only(readTestDocuments([writeCapDocument({ infos: [writeCapInfo(), french] })]))
    assert.deepEqual(
      warning.texts.map(({ language, event, areaNames }) => [language, event, areaNames]),
      [
        ['en', 'Storm', undefined],
        ['fr-CA', 'Tempête', ['Région 1']],
      ],
    )
    assert.equal(warning.areas.length, 1)
  })

  it('may list areas in different orders', () => {
    const two = (language: string, names: readonly (readonly [string, string])[]) => {
      const areas = names.map(
        ([name, code]) =>
          `<area><areaDesc>${name}</areaDesc><geocode><valueName>EMMA_ID</valueName><value>${code}</value></geocode></area>`,
      )
      return writeCapInfo({ language }).replace(/<area>.*<\/area>/, areas.join(''))
    }
    const infos = [
      two('en', [
        ['One', 'A1'],
        ['Two', 'A2'],
      ]),
      two('fr', [
        ['Deux', 'A2'],
        ['Un', 'A1'],
      ]),
      two('de', [
        ['Eins', 'A1'],
        ['Zwei', 'A2'],
      ]),
    ]
    const { areas, texts } = only(readTestDocuments([writeCapDocument({ infos })]))
    assert.deepEqual(
      { areas: areas.map(({ name }) => name), texts: texts.map(({ areaNames }) => areaNames) },
      { areas: ['One', 'Two'], texts: [undefined, ['Un', 'Deux'], ['Eins', 'Zwei']] },
    )
  })

  it('are paired if each has several blocks', () => {
    const block = (language: string, code: string, severity: string) =>
      writeCapInfo({ language, severity, event: `${language} ${code}` }, code)
    const blocks = [block('de', 'A1', 'Minor'), block('de', 'A2', 'Severe'), block('en', 'A2', 'Severe'), block('en', 'A1', 'Minor')]
    for (const infos of [blocks, [blocks[0], blocks[3], blocks[1], blocks[2]].flatMap((each) => each ?? [])]) {
      const { warnings } = readTestDocuments([writeCapDocument({ infos })])
      assert.deepEqual(
        warnings.map(({ texts }) => texts.map(({ event }) => event)),
        [
          ['de A1', 'en A1'],
          ['de A2', 'en A2'],
        ],
      )
    }
  })

  it('may be separate messages', () => {
    const twin = (language: string) =>
      writeCapDocument({ id: `m1-${language.toUpperCase()}`, infos: [writeCapInfo({ language, event: language })] })
    assert.deepEqual(
      only(readTestDocuments([twin('ru'), twin('en')])).texts.map(({ language }) => language),
      ['ru', 'en'],
    )
  })
})

describe('level and severity', () => {
  for (const [what, elements, more, level, severity, sender] of [
    [
      'the number counts, not the word beside it',
      { severity: 'Severe' },
      writeNamedValue('awareness_level', '2; yellow; Severe'),
      ['yellow', null],
      'moderate',
    ],
    [
      'with the German colour',
      {},
      writeNamedValue('awareness_level', '4; red; Extreme') + writeNamedValue('AREA_COLOR', '229 57 53', 'eventCode'),
      ['red', '#e53935'],
      'extreme',
      'opendata@dwd.de',
    ],
    [
      'the German word without a number',
      { severity: 'Minor' },
      writeNamedValue('AREA_COLOR', '255 235 59', 'eventCode'),
      ['yellow', '#ffeb3b'],
      'minor',
      'opendata@dwd.de',
    ],
    [
      'New Zealand shows a colour beside its word',
      { severity: 'Moderate' },
      writeNamedValue('ColourCode', 'Orange') + writeNamedValue('ColourCodeHex', '#FF8918'),
      ['orange', '#ff8918'],
      'moderate',
      'https://www.metservice.com',
    ],
    [
      'Canada names the level',
      { severity: 'Moderate' },
      writeNamedValue('layer:EC-MSC-SMC:1.1:Alert_Name', 'red warning - wind'),
      ['red', null],
      'extreme',
    ],
    ['none', { severity: 'Unknown' }, '', null, null],
  ] as const)
    it(what, () => {
      const warning = only(
        readTestDocuments([writeCapDocument({ ...(sender !== undefined && { sender }), infos: [writeCapInfo(elements, 'A1', more)] })]),
      )
      assert.deepEqual([warning.level === null ? null : [warning.level.name, warning.level.color], warning.severity], [level, severity])
    })

  it('an awareness type becomes a tag by its number, whatever its spelling', () => {
    for (const [type, tag] of [
      ['6; low-temperature', 'Extreme low temperature'],
      ['7; coastalevent', 'Coastal event'],
      ['1; Wind', 'Wind'],
    ])
      assert.deepEqual(
        only(readTestDocuments([writeCapDocument({ infos: [writeCapInfo({}, 'A1', writeNamedValue('awareness_type', type ?? ''))] })]))
          .tags,
        [tag],
      )
  })

  it('a word of CAP 1.0 is understood', () => {
    assert.equal(only(readTestDocuments([writeCapDocument({ infos: [writeCapInfo({ certainty: 'Very Likely' })] })])).certainty, 'likely')
  })
})

describe('the end', () => {
  const times = (elements: Readonly<Record<string, string>>, more = '', rules = {}, sender = 'office') => {
    const { start, end, expires } = only(
      readTestDocuments([writeCapDocument({ sender, infos: [writeCapInfo(elements, 'A1', more)] })], NOTHING_KNOWN, rules),
    )
    return [start, end, expires]
  }

  it('is the expiry if an onset makes it a period', () => {
    assert.deepEqual(times({}), ['2026-07-01T12:00:00Z', '2026-07-01T20:00:00Z', '2026-07-01T20:00:00Z'])
  })

  it('is unknown if only the message expires, unless the agency means it as the end', () => {
    const message = { onset: '', effective: '2026-07-01T07:00:00+00:00' }
    assert.deepEqual(times(message), ['2026-07-01T07:00:00Z', null, '2026-07-01T20:00:00Z'])
    assert.deepEqual(times(message, '', { expiresEndsEvent: true })[1], '2026-07-01T20:00:00Z')
  })

  it('is the value of a parameter, before or after the expiry', () => {
    assert.equal(times({}, writeNamedValue('eventEndingTime', '2026-07-03T00:00:00+00:00'))[1], '2026-07-03T00:00:00Z')
  })

  it('is open if it is years ahead in a message of MetService', () => {
    const years = { expires: '2035-01-01T06:00:00+13:00' }
    assert.deepEqual(times(years, '', {}, 'https://www.metservice.com').slice(1), [null, null])
    assert.equal(times(years)[1], '2034-12-31T17:00:00Z')
  })
})

it('heights are in feet: above 1,000 m; 3,000 m of the German service counts as no ceiling', () => {
  const heights = (feet: string, sender = 'opendata@dwd.de') =>
    only(readTestDocuments([writeCapDocument({ sender, infos: [writeCapInfo().replace('</area>', `${feet}</area>`)] })])).areas[0]?.height
  assert.deepEqual(heights('<altitude>9000</altitude><ceiling>12000</ceiling>', 'office'), { from: 2743, to: 3658 })
  assert.deepEqual(heights('<altitude>3280.8399</altitude><ceiling>9842.5197</ceiling>'), { from: 1000, to: null })
  assert.deepEqual(heights('<altitude>0</altitude><ceiling>2624.672</ceiling>'), { from: 0, to: 800 })
  assert.equal(heights('<altitude>0</altitude><ceiling>0</ceiling>'), undefined)
})

it('one area at two heights is two areas', () => {
  const area = (altitude: number) =>
    `<area><areaDesc>A1</areaDesc><altitude>${altitude}</altitude><geocode><valueName>EMMA_ID</valueName><value>A1</value></geocode></area>`
  const warning = only(
    readTestDocuments([writeCapDocument({ infos: [writeCapInfo().replace(/<area>.*<\/area>/, area(0) + area(3280.84))] })]),
  )
  assert.deepEqual(
    warning.areas.map(({ height }) => height),
    [undefined, { from: 1000, to: null }],
  )
})

it('a hand-drawn threat area replaces the zones that it touches', () => {
  const drawn = `<area><areaDesc>threat</areaDesc><polygon>1,1 1,2 2,2 1,1</polygon><geocode><valueName>layer:EC-MSC-SMC:DLC:1</valueName><value>x</value></geocode></area></info>`
  const warning = only(readTestDocuments([writeCapDocument({ infos: [writeCapInfo().replace('</info>', drawn)] })]))
  assert.deepEqual(
    warning.areas.map(({ name }) => name),
    ['threat'],
  )
})
