import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type CurrentWeather, NOTHING_MEASURED, buildMeasuredCurrent, computeFeltTemperature } from '@isobar/weather'
import { decodeMetars } from './decode.ts'

const RECORDED = new URL(
  '../../../../../shared/upstream-samples/nws-points-and-observations/awc_metar_three_airports_2026.json',
  import.meta.url,
)

type Entry = Readonly<Record<string, unknown>>

/** A small report, by hand. */
const ENTRY: Entry = {
  icaoId: 'EDDB',
  name: 'Berlin/Brandenburg Intl, BB, DE',
  lat: 52.3626,
  lon: 13.5006,
  elev: 48,
  obsTime: 1_784_598_600,
  metarType: 'METAR',
  temp: 20,
  dewp: 12,
  wdir: 270,
  wspd: 10,
  visib: '6+',
  altim: 1_016,
  clouds: [{ cover: 'SCT', base: 4_000 }],
  rawOb: 'METAR EDDB 210150Z AUTO 27010KT 9999 SCT040 20/12 Q1016',
}

function decoded(...entries: Entry[]) {
  const list = decodeMetars(entries, 'aviation-weather')
  assert.ok(list !== null)
  return list
}

function readingOf(changes: Entry) {
  const [report] = decoded({ ...ENTRY, ...changes }).reports
  assert.ok(report !== undefined)
  return report.reading
}

describe('a METAR', () => {
  it('is read in canonical units', () => {
    assert.deepEqual(decoded(ENTRY), {
      reports: [
        {
          station: {
            source: 'aviation-weather',
            id: 'EDDB',
            name: 'Berlin/Brandenburg Intl, BB, DE',
            lat: 52.3626,
            lon: 13.5006,
            height: 48,
          },
          reading: {
            observedAt: '2026-07-21T01:50:00Z',
            temperature: 20,
            dewPoint: 12,
            humidity: null,
            pressure: 1_016,
            windSpeed: 5.1444,
            windDirection: 270,
            windGust: null,
            visibility: 9_656,
            isVisibilityLeast: true,
            condition: 'partly_cloudy',
            isWithoutWeather: true,
            precipitation: null,
          },
        },
      ],
      leftOut: {},
    })
  })

  it('has no direction if the wind is variable or calm', () => {
    assert.deepEqual(
      { windDirection: readingOf({ wdir: 'VRB', wspd: 2 }).windDirection, windSpeed: readingOf({ wdir: 'VRB', wspd: 2 }).windSpeed },
      { windDirection: null, windSpeed: 1.0289 },
    )
    assert.deepEqual(
      { windDirection: readingOf({ wdir: 0, wspd: 0 }).windDirection, windSpeed: readingOf({ wdir: 0, wspd: 0 }).windSpeed },
      { windDirection: null, windSpeed: 0 },
    )
  })

  it('has a visibility in miles, as number or text, and whether it is the least', () => {
    const of = (visib: unknown) => {
      const { visibility, isVisibilityLeast } = readingOf({ visib })
      return [visibility, isVisibilityLeast]
    }
    assert.deepEqual(of('10+'), [16_093, true])
    assert.deepEqual(of(10), [16_093, false])
    assert.deepEqual(of(0.25), [402, false])
    assert.deepEqual(of('1.75'), [2_816, false])
    assert.deepEqual(
      [of(undefined), of(null), of('')],
      Array.from({ length: 3 }, () => [null, false]),
    )
  })

  it('has the pressure at sea level, else the altimeter setting of a low station, in either unit', () => {
    assert.equal(readingOf({ slp: 1_015.4 }).pressure, 1_015.4)
    assert.equal(readingOf({ altim: 29.92 }).pressure, 1_013.2)
    assert.equal(readingOf({ elev: 50 }).pressure, 1_016)
    assert.equal(readingOf({ elev: 51 }).pressure, null)
    assert.equal(readingOf({ elev: null }).pressure, null)
  })

  it('has precipitation of the last hour in routine reports; a trace is not measurable', () => {
    assert.equal(readingOf({ precip: 0.1 }).precipitation, 2.54)
    assert.equal(readingOf({ precip: 0.005 }).precipitation, 0)
    assert.equal(readingOf({ precip: 0.01 }).precipitation, 0.254)
    assert.equal(readingOf({ precip: 0.1, metarType: 'SPECI' }).precipitation, null)
  })

  it('has a condition from present weather, else from the sky if weather would have been seen', () => {
    assert.equal(readingOf({ wxString: '-SHRA' }).condition, 'rain_showers')
    assert.equal(readingOf({ wxString: null, clouds: [], cover: 'CLR' }).condition, 'clear')
    assert.equal(readingOf({ clouds: [], cover: 'CAVOK' }).condition, null)
    for (const rawOb of ['KX 210150Z AUTO 10SM CLR RMK AO1', 'KX AUTO RMK AO2 PWINO', 'EDXX AUTO 9999 // SCT040'])
      assert.equal(readingOf({ rawOb }).condition, null)
    assert.equal(readingOf({ rawOb: 'KX AUTO RMK AO1', wxString: 'BR' }).condition, 'mist')
  })

  it('may have keys that are null, as in 2023, or absent', () => {
    const { dewp: _dewp, wspd: _wspd, ...rest } = ENTRY
    const [report] = decoded({ ...rest, wgst: null, wxString: null, slp: null, temp: null }).reports
    assert.deepEqual(
      { temperature: report?.reading.temperature, dewPoint: report?.reading.dewPoint, windSpeed: report?.reading.windSpeed },
      { temperature: null, dewPoint: null, windSpeed: null },
    )
  })

  it('of a station is the newest of a list, whatever the order', () => {
    const older = { ...ENTRY, obsTime: 1_784_595_000, temp: 15 }
    for (const list of [
      [older, ENTRY],
      [ENTRY, older],
    ]) {
      const { reports, leftOut } = decoded(...list)
      assert.deepEqual({ reports: reports.map(({ reading }) => reading.temperature), leftOut }, { reports: [20], leftOut: { older: 1 } })
    }
  })

  it('that corrects another of the same time takes its place, whatever the order', () => {
    const correction = { ...ENTRY, temp: 2, rawOb: 'METAR COR EDDB 210150Z 27010KT 9999 SCT040 02/M12 Q1016' }
    for (const list of [
      [correction, ENTRY],
      [ENTRY, correction],
    ])
      assert.deepEqual(
        decoded(...list).reports.map(({ reading }) => [reading.temperature, reading.isCorrection]),
        [[2, true]],
      )
    for (const rawOb of ['CYYZ 210150Z CCA 27010KT', 'SPECI COR KX 210150Z', 'METAR KX 210150Z COR 27010KT'])
      assert.equal(readingOf({ rawOb }).isCorrection, true)
    assert.equal(readingOf({}).isCorrection, undefined)
  })

  it('rules weather out where it was watched for, whatever it says of the sky', () => {
    assert.equal(readingOf({ clouds: [], cover: 'CAVOK' }).isWithoutWeather, true)
    assert.equal(readingOf({ wxString: '-RA' }).isWithoutWeather, undefined)
    assert.equal(readingOf({ rawOb: 'KX 210150Z AUTO 10SM CLR RMK AO1' }).isWithoutWeather, undefined)
  })

  it('is left out without place, time or identifier, or if it is no METAR', () => {
    const broken = [{ lat: null }, { lat: 91 }, { obsTime: 'now' }, { obsTime: 1e12 }, { icaoId: '../x' }, { icaoId: null }]
    assert.deepEqual(decoded(...broken.map((change) => ({ ...ENTRY, ...change }))), { reports: [], leftOut: { unreadable: 6 } })
    assert.deepEqual(decoded({ ...ENTRY, metarType: 'BUOY' }), { reports: [], leftOut: { not_metar: 1 } })
    assert.equal(decodeMetars({ error: 'no' }, 'x'), null)
  })
})

describe('a measured calm', () => {
  it('leaves no gust and no felt temperature of another wind (LTBJ, an analysed gust of 14.6 m/s)', () => {
    const rawOb = 'METAR LTBJ 200420Z 00000KT 7000 FEW001 01/00 Q1024'
    const sent = {
      icaoId: 'LTBJ',
      elev: 10,
      temp: 1,
      dewp: 0,
      wdir: 0,
      wspd: 0,
      visib: 4.35,
      altim: 1_024,
      clouds: [{ cover: 'FEW', base: 100 }],
      rawOb,
    }
    const [report] = decoded({ ...ENTRY, ...sent }).reports
    assert.ok(report)
    const analysis: CurrentWeather = {
      ...NOTHING_MEASURED,
      kind: 'analysis',
      observedAt: report.reading.observedAt,
      temperature: 6,
      feelsLike: -1,
      humidity: 60,
      windSpeed: 9,
      windGust: 14.6,
      condition: 'clear',
      providerCode: 0,
      isDay: false,
      sunrise: null,
      sunset: null,
    }
    const { data } = buildMeasuredCurrent(analysis, { ...report, distanceKm: 2 }, null)
    assert.deepEqual(
      { windSpeed: data.windSpeed, windGust: data.windGust, feelsLike: data.feelsLike, humidity: data.humidity },
      { windSpeed: 0, windGust: null, feelsLike: computeFeltTemperature(1, 93, 0), humidity: 93 },
    )
  })
})

describe('recorded METARs', () => {
  if (!existsSync(RECORDED)) {
    it('are read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const raw = JSON.parse(readFileSync(RECORDED, 'utf8')) as Entry[]
  const { reports, leftOut } = decoded(...raw)

  it('are read field by field', () => {
    let compared = 0
    const equal = (actual: unknown, expected: unknown, what: string) => {
      compared++
      if (typeof expected === 'number')
        assert.ok(Math.abs((actual as number) - expected) <= 0.51 * 10 ** -(what === 'visibility' ? 0 : 4), what)
      else assert.equal(actual, expected, what)
    }
    assert.deepEqual({ reports: reports.length, leftOut }, { reports: raw.length, leftOut: {} })
    for (const [index, { station, reading }] of reports.entries()) {
      const sent = raw[index] as Entry
      // Read from the report as it was sent by the station, not from the service's fields.
      const text = String(sent['rawOb'])
      const [, day, hour, minute] = /\b(\d\d)(\d\d)(\d\d)Z\b/.exec(text) ?? []
      const [, direction, knots, gust] = /\b(\d{3}|VRB)(\d\d)(?:G(\d\d))?KT\b/.exec(text) ?? []
      const [, sign, tenths, dewSign, dewTenths] = /\bT([01])(\d{3})([01])(\d{3})\b/.exec(text) ?? []
      const [, seaLevel] = /\bSLP(\d{3})\b/.exec(text) ?? []
      const [, miles] = /\b(\d+)SM\b/.exec(text) ?? []
      equal(station.id, text.split(' ')[1], 'id')
      equal(station.lat, sent['lat'], 'lat')
      equal(station.lon, sent['lon'], 'lon')
      equal(station.height, sent['elev'], 'height')
      equal(station.name, sent['name'], 'name')
      equal(reading.observedAt, `2026-07-${day}T${hour}:${minute}:00Z`, 'observedAt')
      equal(reading.temperature, ((sign === '1' ? -1 : 1) * Number(tenths)) / 10, 'temperature')
      equal(reading.dewPoint, ((dewSign === '1' ? -1 : 1) * Number(dewTenths)) / 10, 'dewPoint')
      equal(reading.humidity, null, 'humidity')
      equal(reading.windSpeed, (Number(knots) * 1_852) / 3_600, 'windSpeed')
      equal(reading.windDirection, direction === 'VRB' ? null : Number(direction), 'windDirection')
      equal(reading.windGust, gust === undefined ? null : (Number(gust) * 1_852) / 3_600, 'windGust')
      equal(reading.pressure, 1_000 + Number(seaLevel) / 10, 'pressure')
      equal(reading.visibility, Number(miles) * 1_609.344, 'visibility')
      equal(reading.isVisibilityLeast, miles === '10', 'isVisibilityLeast')
      equal(reading.condition, / CLR /.test(text) ? 'clear' : / BKN/.test(text) ? 'mostly_cloudy' : null, 'condition')
      equal(reading.precipitation, null, 'precipitation')
    }
    assert.equal(compared, 3 * 17)
  })
})
