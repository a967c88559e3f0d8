import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  describeSettingBounds,
  type Config,
  changeDraft,
  toApiUnit,
  groupSettings,
  groupSettingChanges,
  describeSetting,
  matchSearch,
  formatSettingLabel,
  parseTypedNumber,
  findSettingProblem,
  getSettingValue,
  getDraftedSetting,
  toUnit,
  getDisplayUnit,
  formatSettingValue,
} from './unit.ts'

const SHARE = { group: 'Budget', meaning: '', type: 'number', minimum: 0, maximum: 1, mayBeNull: false } as const
const INTERVAL = { group: 'Weather', meaning: '', type: 'integer', minimum: 60_000, maximum: 86_400_000, mayBeNull: false } as const
const NAME = { group: 'Site', meaning: '', type: 'string', maxLength: 60, mayBeNull: false } as const

describe('settings in display units', () => {
  it('survive the round trip, for every share of a thousandth and intervals over the whole range', () => {
    for (let share = 0; share <= 1_000; share += 1) {
      const value = share / 1_000
      assert.equal(toApiUnit(toUnit(value, getDisplayUnit('upstreamWarningShare')), getDisplayUnit('upstreamWarningShare')), value)
    }
    for (let ms = 60_000; ms <= 86_400_000; ms += 61_000) {
      assert.equal(toApiUnit(toUnit(ms, getDisplayUnit('refreshIntervalMs')), getDisplayUnit('refreshIntervalMs')), ms)
    }
  })

  it('are parsed while they are typed', () => {
    const share = getDisplayUnit('upstreamWarningShare')
    assert.deepEqual(
      ['', '-', '12', '12.', '12.5', 0.5].map((typed) => parseTypedNumber(typed, share)),
      ['', '', 0.12, 0.12, 0.125, 0.005],
    )
  })

  it('are written with their unit, as are their bounds', () => {
    assert.equal(formatSettingValue('upstreamSoftBlockShare', 0.95), '95 %')
    assert.equal(formatSettingValue('digestHourUtc', 6), '6:00 UTC')
    assert.equal(formatSettingValue('operatorName', null), 'empty')
    assert.equal(describeSettingBounds('refreshIntervalMs', INTERVAL), '1 min to 1,440 min')
    assert.equal(describeSettingBounds('siteName', NAME), 'at most 60 characters')
    assert.equal(formatSettingLabel('weatherRequestsPerMinute'), 'Weather')
  })

  it('are refused if they cannot be saved', () => {
    assert.equal(findSettingProblem('refreshIntervalMs', 59_999, INTERVAL), 'Must be from 1 min to 1,440 min')
    assert.equal(findSettingProblem('mailPerSecond', 1.5, { ...INTERVAL, minimum: 1 }), 'Must be a whole number')
    assert.equal(findSettingProblem('refreshIntervalMs', '', INTERVAL), 'Enter a number')
    assert.equal(findSettingProblem('upstreamWarningShare', 1, SHARE), undefined)
    assert.equal(findSettingProblem('siteName', '', NAME), 'Required')
  })
})

describe('drafts of settings', () => {
  const config = {
    settings: { siteName: 'Mine', mailPerSecond: 14 },
    defaults: { siteName: 'Isobar', mailPerSecond: 14 },
    bounds: {},
    environment: {},
    version: 1,
    updatedAt: null,
  } as unknown as Config

  it('can return to the default, drop unchanged values, and keep the rest', () => {
    assert.deepEqual(changeDraft(config, {}, 'mailPerSecond', 20), { mailPerSecond: 20 })
    assert.deepEqual(changeDraft(config, { mailPerSecond: 20 }, 'mailPerSecond', 14), {})
    assert.deepEqual(changeDraft(config, { mailPerSecond: 20 }, 'siteName', 'Isobar'), { mailPerSecond: 20, siteName: null })
  })

  it('are shown instead of the value in force', () => {
    assert.equal(getDraftedSetting(config, {}, 'siteName'), 'Mine')
    assert.equal(getDraftedSetting(config, { siteName: null }, 'siteName'), 'Isobar')
    assert.equal(getSettingValue(config, 'unknown'), null)
  })
})

it('settings are shown by group, in the order of the API', () => {
  const bounds = { share: SHARE, interval: INTERVAL, other: { ...SHARE, group: 'Weather' }, none: undefined }
  assert.deepEqual(groupSettings({ bounds } as unknown as Config), [
    ['Budget', ['share']],
    ['Weather', ['interval', 'other']],
  ])
})

it('settings are found by any words of their name, label, group and meaning', () => {
  const about = { group: 'Email', meaning: 'Maximum emails per second' } as const
  for (const search of ['', 'mailPer', 'emails  second', 'EMAIL maximum'])
    assert.equal(matchSearch(search, describeSetting('mailPerSecond', about)), true, search)
  assert.equal(matchSearch('emails minute', describeSetting('mailPerSecond', about)), false)
})

it('the history of a setting has its own changes, newest first', () => {
  const entry = (at: string, before: object | null, after: object | null) => ({ at, actor: 'ada', before, after })
  const entries = [
    entry('2026-11-21', { siteName: 'A', mailPerSecond: 14 }, { siteName: 'B', mailPerSecond: 20 }),
    entry('2026-11-20', { siteName: 'Isobar' }, { siteName: 'A' }),
    entry('2026-11-19', null, null),
  ] as unknown as Parameters<typeof groupSettingChanges>[0]
  const history = groupSettingChanges(entries)
  assert.deepEqual(history.get('siteName'), [
    { at: '2026-11-21', actor: 'ada', before: 'A', after: 'B' },
    { at: '2026-11-20', actor: 'ada', before: 'Isobar', after: 'A' },
  ])
  assert.deepEqual(history.get('mailPerSecond')?.length, 1)
})
