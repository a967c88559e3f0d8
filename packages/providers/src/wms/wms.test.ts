import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { HOUR_MS } from '@isobar/weather'
import type { PaidCalls, ProviderFailure } from '../provider.ts'
import { readLayerTimes } from './capabilities.ts'
import { createWmsRadar } from './radar.ts'
import { readTimes } from './times.ts'

const SAMPLES = new URL('../../../../../shared/upstream-samples/radar/', import.meta.url)
const recorded = existsSync(SAMPLES) ? {} : { skip: 'the recorded documents are not here' }
const sample = (name: string): Buffer => readFileSync(new URL(name, SAMPLES))
const at = (text: string): number => Date.parse(text)
const around = (now: string) => ({ from: at(now) - 2 * HOUR_MS, to: at(now) + 2 * HOUR_MS })

describe('recorded capabilities', recorded, () => {
  it('of the German service: the layer among others, with times two hours ahead', async () => {
    const bytes = sample('dwd_wms_getcapabilities_two_layers_SHORTENED_2026-05-12.xml')
    const dimension = (await readLayerTimes(bytes, 'Niederschlagsradar'))?.time?.text
    assert.equal(dimension, '2026-05-08T00:00:00.000Z/2026-05-12T03:15:00.000Z/PT5M')
    assert.match((await readLayerTimes(bytes, 'RADOLAN-RW'))?.time?.text ?? '', /PT10M$/)
    assert.equal(await readLayerTimes(bytes, 'niederschlagsradar'), null)
    const read = readTimes(dimension ?? '', around('2026-05-12T01:17:00Z'))
    assert.deepEqual(
      { first: read?.times[0], last: read?.times.at(-1), n: read?.times.length, end: read?.end },
      { first: at('2026-05-11T23:20:00Z'), last: at('2026-05-12T03:15:00Z'), n: 48, end: at('2026-05-12T03:15:00Z') },
    )
  })

  it('of GeoMet: three hours in steps of six minutes', async () => {
    const dimension = await readLayerTimes(sample('geomet_wms_getcapabilities_radar_1km_rsno_2025-02-13.xml'), 'RADAR_1KM_RSNO')
    const read = readTimes(dimension?.time?.text ?? '', around('2025-02-13T16:58:00Z'))
    assert.deepEqual({ n: read?.times.length, end: read?.end }, { n: 20, end: at('2025-02-13T16:54:00Z') })
  })
})

describe('times', () => {
  const span = around('2026-08-17T16:00:00Z')
  it('may be an irregular list, in any order', () => {
    assert.deepEqual(readTimes('2026-08-17T15:52:14.000Z, 2026-08-17T15:50:17.000Z,2026-08-17T10:00:00Z', span)?.times, [
      at('2026-08-17T15:50:17Z'),
      at('2026-08-17T15:52:14Z'),
    ])
  })
  it('are expanded near the span only, however long the interval', () => {
    assert.equal(readTimes('2011-02-16/2026-12-31/PT5M', span)?.times.length, 49)
    assert.equal(readTimes('2011-02-16/2026-12-31/P1D', span)?.times.length, 0)
  })
  it('come in steps of days, hours, minutes and seconds', () => {
    const count = (step: string) => readTimes(`2026-08-16T16:00:00Z/2026-08-17T16:00:00Z/${step}`, span)?.times.length
    assert.deepEqual(['P1D', 'PT1H', 'PT30M', 'PT1H30M', 'PT90S', 'PT1M30S', 'P0DT2H'].map(count), [1, 3, 5, 2, 81, 81, 2])
  })
  for (const [what, text] of [
    ['a step of a second', '2026-08-17T00:00:00Z/2026-08-18T00:00:00Z/PT1S'],
    ['a step of nothing', '2026-08-17T00:00:00Z/2026-08-18T00:00:00Z/PT0M'],
    ['a step of a month', '2026-08-17T00:00:00Z/2026-08-18T00:00:00Z/P1M'],
    ['no step', '2026-08-17T00:00:00Z/2026-08-18T00:00:00Z'],
    ['an end before the start', '2026-08-18T00:00:00Z/2026-08-17T00:00:00Z/PT5M'],
    ['a word', 'current'],
    ['no date of the calendar', '2026-13-45T00:00:00Z'],
    ['nothing', ''],
    ['too many', Array.from({ length: 6_000 }, () => '2026-08-17T15:50:17Z').join(',')],
  ] as const)
    it(`are none: ${what}`, () => assert.equal(readTimes(text, span), null))
})

describe('a radar whose forecast is a layer of its own', () => {
  const NOW = at('2026-08-17T16:02:00Z')
  const document = (layer: string, dimensions: string): string =>
    `<WMS_Capabilities><Layer><Name>${layer}</Name>${dimensions}</Layer></WMS_Capabilities>`
  const MEASURED = document('rain', '<Dimension name="time">2026-08-17T13:00:00Z/2026-08-17T16:00:00Z/PT6M</Dimension>')
  const forecast = (run: string, from: string): string =>
    document(
      'ahead',
      `<Dimension name="time">${from}/2026-08-17T17:06:00Z/PT6M</Dimension><Dimension name="reference_time" default="${run}">2026-08-17T15:00:00Z/${run}/PT6M</Dimension>`,
    )

  /** A service with these documents by their layers, null: it fails; with all that was asked of it. */
  function open(documents: Readonly<Record<string, string | null>>) {
    const asked: URLSearchParams[] = []
    const radar = createWmsRadar({
      name: 'Service',
      product: { id: 'service/radar', weight: 1 },
      url: new URL('http://service.test/wms'),
      layer: 'rain',
      style: 'blue',
      legend: null,
      area: { south: 0, west: 0, north: 1, east: 1 },
      isNarrowed: true,
      forecastLayer: 'ahead',
      settledMs: 6 * 60_000,
    })
    const failures: unknown[] = []
    const calls: PaidCalls = {
      async get({ url }) {
        asked.push(url.searchParams)
        const body = documents[url.searchParams.get('layer') ?? url.searchParams.get('LAYERS') ?? ''] ?? null
        return { status: body === null ? 503 : 200, headers: {}, body: Buffer.from(body ?? '') }
      },
      runPart: (part) =>
        part(calls).catch((error: unknown) => {
          failures.push((error as ProviderFailure).kind)
          throw error
        }),
    }
    const list = async () =>
      (await radar.list(calls, NOW)).frames.map(({ id, time, isForecast }) => [isForecast ? id : 'measured', (time - NOW) / 60_000])
    return { radar, calls, asked, failures, list }
  }

  it('measures up to the last settled time, and is forecast from there by the newest run', async () => {
    const { list, asked } = open({ rain: MEASURED, ahead: forecast('2026-08-17T16:00:00Z', '2026-08-17T16:00:00Z') })
    const frames = await list()
    assert.deepEqual(frames.slice(9), [
      ['measured', -8],
      ['20260817T1606-20260817T1600', 4],
      ['20260817T1618-20260817T1600', 16],
      ['20260817T1630-20260817T1600', 28],
      ['20260817T1642-20260817T1600', 40],
      ['20260817T1654-20260817T1600', 52],
      ['20260817T1706-20260817T1600', 64],
    ])
    assert.deepEqual(
      asked.map((query) => query.get('layer')),
      ['rain', 'ahead'],
    )
  })

  it('asks for the picture of a forecast by its layer, time and run, in the style of what is measured', async () => {
    const { radar, calls, asked } = open({ rain: MEASURED, ahead: forecast('2026-08-17T16:00:00Z', '2026-08-17T16:00:00Z') })
    const { frames } = await radar.list(calls, NOW)
    const [measured, ahead] = [frames[0], frames.at(-1)]
    assert.ok(measured !== undefined && ahead !== undefined)
    for (const frame of [measured, ahead]) await assert.rejects(radar.fetch(frame, { z: 0, x: 0, y: 0 }, calls), 'a document is no picture')
    const requests = asked.slice(2).map((query) => ['LAYERS', 'STYLES', 'TIME', 'DIM_REFERENCE_TIME'].map((key) => query.get(key)))
    assert.deepEqual(requests, [
      ['rain', 'blue', '2026-08-17T14:06:00Z', null],
      ['ahead', 'blue', '2026-08-17T17:06:00Z', '2026-08-17T16:00:00Z'],
    ])
  })

  for (const [what, ahead] of [
    ['fails', null],
    ['was made long before the newest measurement', forecast('2026-08-17T15:36:00Z', '2026-08-17T15:36:00Z')],
    ['names no run', document('ahead', '<Dimension name="time">2026-08-17T16:00:00Z/2026-08-17T17:06:00Z/PT6M</Dimension>')],
    ['has no times', document('ahead', '')],
    ['is no document', '<html>'],
  ] as const)
    it(`is of what was measured alone if the forecast ${what}`, async () => {
      const frames = await open({ rain: MEASURED, ahead }).list()
      assert.equal(frames.length, 10)
      assert.deepEqual(new Set(frames.map(([id]) => id)), new Set(['measured']))
    })

  it('fails with its forecast for whoever judges calls, though it lists what was measured', async () => {
    for (const [ahead, kind] of [
      [null, 'unavailable'],
      ['<html>', 'invalid_body'],
    ] as const) {
      const { list, failures } = open({ rain: MEASURED, ahead })
      assert.equal((await list()).length, 10)
      assert.deepEqual(failures, [kind])
    }
  })

  it('has no frames at all if what was measured cannot be read', async () => {
    const { radar, calls, asked } = open({ rain: null, ahead: forecast('2026-08-17T16:00:00Z', '2026-08-17T16:00:00Z') })
    await assert.rejects(radar.list(calls, NOW), { kind: 'unavailable' })
    assert.equal(asked.length, 1)
  })
})

describe('capabilities', () => {
  const layer = (name: string, inner: string): string => `<Layer><Name>${name}</Name>${inner}</Layer>`
  const times = (text: string, tag = 'Dimension'): string => `<${tag} name="time">${text}</${tag}>`
  const read = async (body: string) =>
    (await readLayerTimes(Buffer.from(`<WMS_Capabilities>${body}</WMS_Capabilities>`), 'rain'))?.time?.text ?? null

  it('are inherited, prefixed, and of WMS 1.1.1', async () => {
    assert.deepEqual(
      await Promise.all([
        read(layer('group', times('A') + layer('dwd:rain', ''))),
        read(layer('group', times('A') + layer('rain', times('B')))),
        read(layer('rain', `<Dimension name="time" units="ISO8601"/>${times('C', 'Extent')}`)),
        read(layer('other', times('A')) + layer('rain', '')),
        read(layer('rain', `<Dimension name="elevation">1</Dimension>`)),
      ]),
      ['A', 'B', 'C', null, null],
    )
  })
  it('name the runs beside the times, each with its default', async () => {
    const runs = '<Dimension name="reference_time" default="R2">R1/R2/PT6M</Dimension>'
    assert.deepEqual(await readLayerTimes(Buffer.from(`<a>${layer('rain', runs + times('A'))}</a>`), 'rain'), {
      time: { text: 'A', default: null },
      reference_time: { text: 'R1/R2/PT6M', default: 'R2' },
    })
  })
  it('that are broken, hostile or too large have none', async () => {
    const deep = `${'<Layer>'.repeat(100)}${layer('rain', times('A'))}${'</Layer>'.repeat(100)}`
    const found = await Promise.all([
      readLayerTimes(Buffer.from('<a><Layer><Name>rain</Name><Dimension name="time">2026'), 'rain'),
      read(`<Layer><Name>rain</Name><Dimension name="time">2026</Layer>`),
      read(deep),
      read(layer('rain', times('x'.repeat(200_000)))),
      readLayerTimes(Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a/>'), 'rain'),
      readLayerTimes(Buffer.from('<html><body>503'), 'rain'),
      readLayerTimes(Buffer.alloc(5 * 1024 * 1024, 32), 'rain'),
    ])
    assert.deepEqual(found, [null, null, null, null, null, null, null])
  })
  it('are read in linear time', async () => {
    const filler = layer('other', times('A')).repeat(40_000)
    const started = process.cpuUsage()
    assert.equal(await read(filler + layer('rain', times('B'))), 'B')
    assert.ok(process.cpuUsage(started).user < 5_000_000)
  })
  it('leave the event loop its turn', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    await read(layer('other', times('A')).repeat(40_000))
    clearInterval(timer)
    assert.ok(turns > 3, `${turns} turns`)
  })
})
