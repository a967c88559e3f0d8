import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { classifyOfficial, getAlertKind } from './classify.ts'
import type { Hazard } from './hazard.ts'
import { buildTestAlert } from './testing/alert.ts'

/** Words that say nothing about hazards. */
const filled = (count: number, text: string) => [...Array.from({ length: count - text.split(' ').length }, () => 'xx'), text].join(' ')

const hazardsOf = (event: string, tags: readonly string[] = [], senderName: string | null = null) =>
  classifyOfficial(buildTestAlert({ source: 'openweather', senderName, event, tags })).hazards

describe('a product of the National Weather Service', () => {
  const cases: readonly (readonly [string, readonly Hazard[]])[] = [
    ['Tornado Watch', ['thunderstorm', 'tornado']],
    ['Severe Thunderstorm Watch', ['thunderstorm']],
    ['Winter Storm Warning', ['snow', 'ice']],
    ['Ice Storm Warning', ['ice']],
    ['Freezing Fog Advisory', ['ice', 'fog']],
    ['Hurricane Warning', ['wind', 'hurricane']],
    // Wind at sea, not a hurricane.
    ['Hurricane Force Wind Warning', ['wind', 'marine']],
    ['Storm Warning', ['wind', 'marine']],
    ['Heavy Freezing Spray Warning', ['marine']],
    ['Storm Surge Watch', ['flood', 'hurricane']],
    ['Coastal Flood Advisory', ['flood']],
    // Cold, although its name contains wind.
    ['Wind Chill Advisory', ['cold']],
    ['Air Stagnation Advisory', ['airQuality']],
    ['Small Craft Advisory', ['marine']],
    ['Special Marine Warning', ['thunderstorm', 'marine']],
    ['Severe Weather Statement', ['thunderstorm']],
    ['Extreme Wind Warning', ['wind', 'hurricane']],
    ['Tropical Storm Watch', ['wind', 'hurricane']],
    ['Blizzard Warning', ['snow', 'wind']],
    ['Freezing Rain Advisory', ['ice']],
    ['Tsunami Advisory', ['flood', 'marine']],
    ['Hard Freeze Watch', ['cold']],
    ['Dense Fog Advisory', ['fog']],
    ['Dense Smoke Advisory', ['airQuality']],
    ['Red Flag Warning', ['forestFire']],
    ['Fire Weather Watch', ['forestFire']],
    ['Snow Squall Warning', ['snow']],
    ['Special Weather Statement', []],
    ['Avalanche Warning', ['avalanche']],
  ]
  for (const [event, hazards] of cases)
    it(`${event}: ${hazards.join(', ') || 'no hazard of the list'}`, () => {
      const own = classifyOfficial(buildTestAlert({ source: 'nws', event }))
      assert.deepEqual({ hazards: own.hazards, isWarning: own.isWarning }, { hazards, isWarning: true })
      assert.deepEqual(hazardsOf(event, [], 'NWS Phoenix AZ'), hazards)
      assert.deepEqual(hazardsOf(event.toUpperCase(), ['Wind'], 'US National Weather Service'), hazards)
    })
  it('is no warning if it is a test', () => {
    for (const event of ['Test', 'Required Weekly Test', 'Administrative Message'])
      assert.equal(classifyOfficial(buildTestAlert({ source: 'nws', event })).isWarning, false)
  })
  it('with an unknown name is classified by its words', () => {
    assert.deepEqual(classifyOfficial(buildTestAlert({ source: 'nws', event: 'Inland Flood Emergency' })).hazards, ['flood'])
  })
  it('from another service is classified by its words', () => {
    // On land in Ireland a storm is wind.
    assert.deepEqual(hazardsOf('Storm Warning', [], 'Met Éireann'), ['wind'])
  })
})

describe('a title', () => {
  const cases: readonly (readonly [string, readonly Hazard[]])[] = [
    // Germany, in English and German.
    ['gale-force gusts', ['wind']],
    ['STURMBÖEN', ['wind']],
    ['Amtliche WARNUNG vor STARKEM GEWITTER', ['thunderstorm']],
    ['Glatteiswarnung', ['ice']],
    ['Hitzewarnung', ['heat']],
    ['FROST', ['cold']],
    ['heavy thunderstorms with gale-force gusts and heavy rain', ['rain', 'thunderstorm', 'wind']],
    ['ERHÖHTE UV-STRAHLUNG UV INDEX', ['uv']],
    // Ice takes precedence over the rain that it is made of, and so on.
    ['freezing rain', ['ice']],
    ['Tropical Storm', ['wind', 'hurricane']],
    ['Rain-Flood', ['rain', 'flood']],
    ['Snow-ice Yellow Warning', ['snow', 'ice']],
    ['Coldwave', ['cold']],
    ['Heat Wave', ['heat']],
    ['High waves advisory', ['marine']],
    ['Small craft warning', ['marine']],
    ['Yellow Coastalevent Warning', ['marine']],
    ['Windchill warning', ['cold']],
    ['Allerta idraulica', ['flood']],
    ['Dust Storm', ['airQuality']],
    // Other languages.
    ['Chuvas Intensas', ['rain']],
    ['Baixa Umidade', []],
    ['Waldbrandgefahr', ['forestFire']],
    ['Amtliche Warnung vor Lawinen', ['avalanche']],
    ['Lawinenwarnung', ['avalanche']],
    ['Vigilance jaune feux de forêt', ['forestFire']],
    ['Vigilance orange avalanches', ['avalanche']],
    ['Aviso amarillo por aludes', ['avalanche']],
    ['Incêndios florestais', ['forestFire']],
    ['Allerta incendi boschivi', ['forestFire']],
    ['Code oranje: natuurbranden', ['forestFire']],
    ['Zagrożenie pożarowe', ['forestFire']],
    ['Лавинная опасность', ['avalanche']],
    ['なだれ注意報', ['avalanche']],
    // Snow in the name of an avalanche is no snowfall.
    ['Snow avalanche warning', ['avalanche']],
    ['Declínio de Temperatura', ['cold']],
    ['Declinio de temperatura', ['cold']],
    ['Tempestade', ['thunderstorm']],
    ['Tempestade Tropical', ['wind', 'hurricane']],
    ['Vigilance jaune orages', ['thunderstorm']],
    ['Vagues-submersion', ['flood', 'marine']],
    ['Tormenta de nieve', ['snow']],
    ['Aviso de ola de calor', ['heat']],
    ['Temporali forti', ['thunderstorm']],
    ['Code geel: windstoten', ['wind']],
    ['Ulewa', ['rain']],
    ['yoğun yağmur', ['rain']],
    ['Ливень', ['rain']],
    ['Ветер', ['wind']],
    ['أمطار غزيرة', ['rain']],
    ['Vjetar žuto Upozorenje', ['wind']],
    ['Snijeg-led žuto Upozorenje', ['snow', 'ice']],
    ['大雨特別警報', ['rain']],
    ['暴風雪警報', ['snow', 'wind']],
    ['雷注意報', ['thunderstorm']],
  ]
  for (const [event, hazards] of cases)
    it(`${event}: ${hazards.join(', ') || 'no hazard of the list'}`, () => assert.deepEqual(hazardsOf(event), hazards))
})

describe('a word inside a word', () => {
  const traps = [
    'Met Office notice',
    'Police Service Advice',
    'Price Practice',
    'Train Service Disruption',
    'Ukraine Restraint Training',
    'Window Safety in Windhoek',
    'Windsor Boil Notice',
    'Brainstorm',
    'Wheat and Theatre Advisory',
    'Snowdon Closed',
    'Juventus Traffic',
    'Scolding Gold Advisory',
    'Floodlight Failure',
    'Eisenach Gefahrgut',
    'Ventilation Failure',
    'Seattle Seasonal Notice',
  ]
  for (const event of traps) it(`${event}: no hazard`, () => assert.deepEqual(hazardsOf(event), []))
})

describe('tags', () => {
  it('decide if the title names no hazard', () => {
    assert.deepEqual(hazardsOf('Yellow Warning', ['Thunderstorm', 'Wind']), ['thunderstorm', 'wind'])
    assert.deepEqual(hazardsOf('Severe weather', ['Snow_ice']), ['snow', 'ice'])
    assert.deepEqual(hazardsOf('Weather warning', ['2; snow-ice']), ['snow', 'ice'])
  })
  it('are ignored if it does', () => {
    assert.deepEqual(hazardsOf('gale-force gusts', ['Thunderstorm']), ['wind'])
    assert.deepEqual(hazardsOf('Yellow Forest-Fire Warning', ['Extreme high temperature']), ['forestFire'])
  })
  it('without a hazard of the list give none', () => {
    assert.deepEqual(hazardsOf('Warning', ['Extreme temperature value', 'Other dangers', '11; unknown']), [])
  })
  it('make a title that equals one of them no name', () => {
    const { isUntitled, hazards } = classifyOfficial(
      buildTestAlert({ event: 'Extreme high temperature', tags: ['Extreme high temperature'] }),
    )
    assert.deepEqual({ isUntitled, hazards }, { isUntitled: true, hazards: ['heat'] })
  })
})

describe('a text', () => {
  it('is not searched', () => {
    const description = 'Heavy rain, floods, wind and thunderstorms with hail. Tornadoes are possible.'
    assert.deepEqual(classifyOfficial(buildTestAlert({ event: 'Special notice', description })).hazards, [])
  })
  it('is not searched even in the place of the title', () => {
    const event = 'Due to the passage of a front there is a chance that rain, wind or snow might be seen today'
    assert.deepEqual(hazardsOf(event), [])
  })
})

describe('the green level', () => {
  it('is no warning', () => {
    for (const event of ['Green wind warning', 'Wind Green Warning'])
      assert.equal(classifyOfficial(buildTestAlert({ source: 'openweather', event })).isWarning, false)
    for (const event of ['Yellow wind warning', 'Green Bay Flood Warning', 'Green River flood warning', 'Greenland wind warning'])
      assert.equal(classifyOfficial(buildTestAlert({ source: 'openweather', event })).isWarning, true, event)
  })
})

describe('a test of any agency', () => {
  const isWarning = (event: string): boolean =>
    classifyOfficial(buildTestAlert({ source: 'openweather', senderName: 'An agency', event })).isWarning

  it('is no warning', () => {
    for (const event of ['TEST: Tornado warning', 'Tornado Watch drill', 'Probewarnung Sturm']) assert.equal(isWarning(event), false, event)
  })

  it('is recognised only by whole words of a title', () => {
    for (const event of ['Latest storm warning', 'Contest of winds', 'Rain is put to the test by a front that passes over the coast'])
      assert.equal(isWarning(event), true, event)
  })
})

describe('the kind', () => {
  const kind = (event: string, tags: readonly string[] = []) => getAlertKind(classifyOfficial(buildTestAlert({ event, tags })))

  it('is the most specific hazard', () => {
    assert.deepEqual(
      ['Tornado Watch', 'Tropical storm', 'Rain-Flood', 'Snow and avalanches', 'Council meeting'].map((event) => kind(event)),
      ['tornado', 'hurricane', 'flood', 'avalanche', 'other'],
    )
  })
})

describe('the language', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['Yellow wind warning', '', ['en']],
    ['Vjetar žuto Upozorenje', '', ['hr']],
    ['Ветер', '', ['ru']],
    ['STURMBÖEN', '', ['de']],
    ['FROST', 'Es tritt leichter Frost zwischen -1 °C und -4 °C auf. In der Nacht ist es kalt.', ['de']],
    ['frost', 'There is a risk of frost (level 1 of 2). Minimum temperature: -1 - -4 °C', ['en']],
    ['Tornado', 'x', ['en', 'de', 'es', 'pt', 'it']],
    ['Orkaanivaroitus', 'x', []],
  ]
  for (const [event, description, languages] of cases)
    it(`of ${event}, ${description.slice(0, 12) || 'no text'}: ${languages.join(', ') || 'unknown'}`, () => {
      assert.deepEqual(classifyOfficial(buildTestAlert({ source: 'openweather', event, description })).languages, languages)
    })
})

describe('a title', () => {
  it('of up to twelve words is searched for hazards; a longer one is prose', () => {
    const tell = (count: number) => hazardsOf(filled(count, 'strong wind'))
    assert.deepEqual([tell(12), tell(13)], [['wind'], []])
  })

  it('of up to eight words announces a test', () => {
    const isWarning = (count: number) =>
      classifyOfficial(buildTestAlert({ source: 'openweather', event: filled(count, 'wind test') })).isWarning
    assert.deepEqual([isWarning(8), isWarning(9)], [false, true])
  })
})
