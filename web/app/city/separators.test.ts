import assert from 'node:assert/strict'
import { it } from 'node:test'
import { READER, visitWith } from '../visit/testing/visit.ts'
import { sendReport } from './report.server.ts'
import { EN } from './testing/teller.ts'
import { buildTestPlaceAlert, buildTestCurrent, buildTestDaily, buildTestHourly, NOW, buildPlaceWeatherAnswer } from './testing/weather.ts'
import { buildCityView } from './view/city-view.server.ts'

/** Characters that a list of texts written as one text would separate. */
const BARS = 'a|b | c\nd, "e"'

const unescaped = (html = '') => html.replaceAll('&quot;', '"')

it('no character of a text from outside is altered on a place’s page', () => {
  const place = { name: BARS, region: BARS, addressName: 'a-b', isLasting: true, isNamed: true, listedAt: null }
  const point = { description: BARS, temperature: 1 }
  const weather = buildPlaceWeatherAnswer({
    current: buildTestCurrent(point),
    hourly: buildTestHourly(NOW, [point]),
    daily: buildTestDaily([{ date: '2026-11-21', summary: BARS, ...point }]),
    alerts: [buildTestPlaceAlert({ id: 'a', event: BARS, description: BARS, instruction: BARS, areas: [BARS], senderName: BARS })],
  })
  const head = { place, lat: 52.52, lon: 13.41, path: '/', origin: 'https://example.org' }
  const view = buildCityView(head, weather, READER, { now: EN.now, primarySources: ['openweather'] })
  // As the page gets it.
  const { place: shown, now, meteogram, days, alerts } = JSON.parse(JSON.stringify(view)) as typeof view
  const [first] = alerts.list
  assert.deepEqual(
    [shown.name, shown.region, now?.words, unescaped(meteogram?.table.split('<td>')[1]), days?.list[0]?.words, days?.list[0]?.summary],
    Array.from({ length: 6 }, () => BARS),
  )
  assert.deepEqual(
    [first?.event, first?.description, first?.instruction, first?.areas, first?.issuer],
    Array.from({ length: 5 }, () => BARS),
  )
})

it('no character of a report is altered', async () => {
  const { context, asked } = visitWith(() => ({}))
  const form = new FormData()
  form.set('field', 'other')
  form.set('value', BARS)
  form.set('comment', BARS)
  await sendReport(context, { lat: 1, lon: 2 }, form, { lang: 'en', units: 'metric' })
  assert.deepEqual(
    asked.map(({ body }) => body),
    [{ lat: 1, lon: 2, field: 'other', observedValue: BARS, units: 'metric', comment: BARS }],
  )
})
