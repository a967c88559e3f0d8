import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '@isobar/weather'
import fc from 'fast-check'
import { findParameter } from './level.ts'
import { NOTHING_KNOWN } from './memory.ts'
import { toCapMessage } from './message.ts'
import { wrapJsonObject } from './node.ts'
import { writeCapDocument, writeCapInfo, writeNamedValue, NOW, PLAIN, readTestDocuments } from './testing/messages.ts'
import { readSampleFile, withoutSamples } from './testing/samples.ts'
import { readCapWarnings } from './warnings.ts'

const SENDERS = ['vigilance@meteo.fr', 'opendata@dwd.de', 'https://www.metservice.com', 'w-nws.webmaster@noaa.gov', 'office']

describe('a public message in force', () => {
  const minutes = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((each) => new Date(NOW + each * MINUTE_MS).toISOString().replace('.000Z', '+00:00'))
  const message = fc.record({
    sender: fc.constantFrom(...SENDERS),
    onset: minutes(-3_000, 3_000),
    expires: minutes(1, 900_000),
    severity: fc.constantFrom('Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'),
    // Other agencies' parameters, in anybody's message.
    more: fc
      .subarray([
        writeNamedValue('ColourCode', 'green'),
        writeNamedValue('AREA_COLOR', '0 255 0', 'eventCode'),
        writeNamedValue('ColourCode', 'Yellow'),
      ])
      .map((all) => all.join('')),
  })

  it('is a warning, whoever sends it, unless it is the sender’s own marker of none', () => {
    fc.assert(
      fc.property(message, ({ sender, onset, expires, severity, more }) => {
        const read = readTestDocuments([writeCapDocument({ sender, infos: [writeCapInfo({ onset, expires, severity }, 'A1', more)] })])
        const isMarker = sender === 'vigilance@meteo.fr' && expires <= onset
        const isGreen = sender === 'https://www.metservice.com' && more.includes('<value>green') && !more.includes('<value>Yellow')
        if (isMarker || (isGreen && read.warnings.length === 0))
          return assert.deepEqual(read.leftOut, { [isMarker ? 'marker' : 'green']: 1 })
        const [warning] = read.warnings
        assert.equal(read.warnings.length, 1, JSON.stringify(read.leftOut))
        // No stated end is before the start.
        assert.ok((warning?.end ?? '9') > (warning?.start ?? ''))
        if (sender === 'office' || sender.includes('nws')) assert.equal(warning?.level, null)
      }),
      { numRuns: 2_000 },
    )
  })

  it('that expires before its event begins has no end of the event, and lasts as long as the message', () => {
    const { warnings } = readTestDocuments([writeCapDocument({ infos: [writeCapInfo({ expires: '2026-07-01T11:00:00+00:00' })] })])
    assert.deepEqual(
      warnings.map(({ start, end, expires }) => [start, end, expires]),
      [['2026-07-01T12:00:00Z', null, '2026-07-01T11:00:00Z']],
    )
  })
})

describe('the colour that begins a headline', () => {
  const levelOf = (sender: string, elements: Readonly<Record<string, string>>) => {
    const [warning] = readTestDocuments([writeCapDocument({ sender, infos: [writeCapInfo({ severity: 'Minor', ...elements })] })]).warnings
    return [warning?.level?.name ?? null, warning?.severity]
  }

  it('is the level of the agencies that write so', () => {
    const canada = 'cap-pac@canada.ca'
    assert.deepEqual(levelOf(canada, { event: 'air quality', headline: 'yellow warning - air quality - in effect' }), [
      'yellow',
      'moderate',
    ])
    assert.deepEqual(levelOf(canada, { event: 'wind', headline: 'Orange warning of wind' }), ['orange', 'severe'])
    assert.deepEqual(levelOf('forecasts@met.ie', { event: 'Rain', headline: 'Status Red - Rain warning for Cork' }), ['red', 'extreme'])
    assert.deepEqual(levelOf('forecasts@met.ie', { event: 'Yellow Wind Warning' }), ['yellow', 'moderate'])
  })

  it('says nothing in other places, or in messages of others', () => {
    assert.deepEqual(levelOf('cap-pac@canada.ca', { headline: 'flood warning - Red River' }), [null, 'minor'])
    assert.deepEqual(levelOf('cap-pac@canada.ca', { headline: 'yellow sky at night' }), [null, 'minor'])
    assert.deepEqual(levelOf('office', { headline: 'yellow warning - air quality' }), [null, 'minor'])
  })
})

describe('every recorded message of the US National Weather Service', { skip: withoutSamples }, () => {
  interface Sent {
    readonly id: string
    readonly messageType: string
    readonly expires: string
    readonly onset: string
    readonly parameters: Readonly<Record<string, readonly string[]>>
  }

  it('is a warning as CAP until it expires, although a quarter of them expire before they begin', () => {
    const { features } = JSON.parse(readSampleFile('nws/alerts_active_all_2025-12-15_529_alerts.json').toString()) as {
      readonly features: readonly { readonly properties: Sent }[]
    }
    const sent = features.map(({ properties }) => properties)
    const messages = sent.flatMap(({ id, messageType, parameters, ...fields }) => {
      const parameter = Object.entries(parameters).flatMap(([valueName, values]) => values.map((value) => ({ valueName, value })))
      return toCapMessage(wrapJsonObject({ ...fields, identifier: id, msgType: messageType, info: [{ ...fields, parameter }] }), null) ?? []
    })
    const before = sent.filter(({ onset, expires }) => Date.parse(expires) <= Date.parse(onset))
    assert.deepEqual({ messages: messages.length, before: before.length }, { messages: 529, before: 146 })
    for (const message of messages) {
      const [{ expiresMs, parameters } = assert.fail()] = message.infos
      const ends = Date.parse(findParameter(parameters, 'eventEndingTime') ?? '9999-01-01T00:00:00Z')
      const { warnings, leftOut } = readCapWarnings([message], NOTHING_KNOWN, PLAIN, Math.min(Number(expiresMs), ends) - MINUTE_MS)
      assert.equal(warnings.length, 1, `${message.identifier} ${JSON.stringify(leftOut)}`)
    }
  })
})
