import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestPlaceAlert, buildTestCurrent, buildPlaceWeatherAnswer } from '../testing/weather.ts'
import { buildAlertsView, cutText } from './alerts.ts'

describe('warnings', () => {
  it('are known, unknown or none', () => {
    assert.equal(buildAlertsView(buildPlaceWeatherAnswer(), EN).note, EN.t('city.warningsUnknown'))
    assert.equal(buildAlertsView(buildPlaceWeatherAnswer({ alerts: [] }), EN).note, EN.t('city.warningsNone'))
    const { note, isUnknown } = buildAlertsView(buildPlaceWeatherAnswer({ alerts: [], alertsFailed: 2 }), EN)
    assert.deepEqual({ note, isUnknown }, { note: '2 warnings cannot be shown right now.', isUnknown: true })
  })

  it('are sorted by severity, with times of the place', () => {
    const alerts = [
      buildTestPlaceAlert({ id: 'a', severity: 'minor', event: 'Fog Advisory' }),
      buildTestPlaceAlert({ id: 'b', severity: 'severe', event: 'Wind Warning', source: 'nws', senderName: 'NWS' }),
      buildTestPlaceAlert({ id: 'd', severity: 'extreme', event: 'Tornado Warning', state: 'upcoming', start: '2026-11-21T12:00:00Z' }),
      buildTestPlaceAlert({ id: 'e', severity: 'extreme', event: 'Old Warning', state: 'expired' }),
    ]
    const { list, others } = buildAlertsView(buildPlaceWeatherAnswer({ alerts }), EN)
    assert.deepEqual(
      list.map(({ id, levelWord }) => [id, levelWord]),
      [
        ['d', 'Extreme'],
        ['b', 'Severe'],
        ['a', 'Minor'],
      ],
    )
    assert.equal(normaliseSpaces(list[1]?.when), 'In force until Sat 21 Nov, 19:00')
    assert.deepEqual(others, [])
  })

  it('show the issuer’s level, else the severity, and mark one that is derived', () => {
    const shown = (known: Partial<Parameters<typeof buildTestPlaceAlert>[0]>) => {
      const [view] = buildAlertsView(buildPlaceWeatherAnswer({ alerts: [buildTestPlaceAlert({ id: 'a', ...known })] }), EN).list
      return [view?.color, view?.levelWord]
    }
    assert.deepEqual(
      [
        shown({ severity: 'severe', color: 'orange', colorSource: 'level' }),
        shown({ severity: 'extreme', color: 'red', colorSource: 'severity' }),
        shown({ severity: 'severe', severitySource: 'derived', color: 'red', colorSource: 'derived' }),
        shown({}),
      ],
      [
        ['orange', 'Orange'],
        ['red', 'Extreme'],
        ['red', 'Severe (our estimate)'],
        [null, 'Severity not stated'],
      ],
    )
  })

  it('are late if the place was just fetched and their severity is not known yet', () => {
    const isLate = (ageSeconds: number, ...severities: ('severe' | null)[]) =>
      buildAlertsView(
        buildPlaceWeatherAnswer({
          current: buildTestCurrent({ ageSeconds }),
          alerts: severities.map((severity, i) =>
            buildTestPlaceAlert({ id: `${i}`, event: `${i}`, severity, severitySource: severity && 'stated' }),
          ),
        }),
        EN,
      ).isLate
    assert.deepEqual([isLate(2, null), isLate(2, 'severe', null), isLate(2, 'severe'), isLate(2)], [true, true, false, false])
    assert.equal(isLate(600, null), false)
    assert.equal(buildAlertsView(buildPlaceWeatherAnswer({ current: buildTestCurrent({ ageSeconds: 2 }), alerts: null }), EN).isLate, true)
    assert.equal(buildAlertsView(buildPlaceWeatherAnswer({ current: null, alerts: null }), EN).isLate, false)
  })

  it('say if no end is stated', () => {
    const { list } = buildAlertsView(buildPlaceWeatherAnswer({ alerts: [buildTestPlaceAlert({ id: 'a', end: null })] }), EN)
    assert.equal(normaliseSpaces(list[0]?.when), 'In force since Sat 21 Nov, 07:00; no end is stated')
  })

  it('are cut where they are long, without a space before the mark', () => {
    assert.deepEqual(
      [3, 4, 6, 7].map((most) => cutText('abc def', most)),
      ['abc …', 'abc …', 'abc de …', 'abc def'],
    )
  })
})
