import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findNewestMeasured, findSuccessor, formatFrameTime, locateOnScale } from './frame-times.ts'

const frame = (minutes: number, kind: 'measured' | 'forecast' = 'measured', run = '') => ({
  id: `${minutes}${run}`,
  time: new Date(minutes * 60_000).toISOString(),
  kind,
})
const LIST = [frame(0), frame(10), frame(20), frame(30, 'forecast', 'a'), frame(50, 'forecast', 'a')]

it('the newest measured frame is the one before the forecasts', () => {
  assert.deepEqual([LIST, LIST.slice(3), LIST.slice(0, 1), []].map(findNewestMeasured), [2, 0, 0, -1])
})

it('now lies between frames, or at an end of the scale', () => {
  assert.deepEqual(
    [-5, 0, 25, 40, 50, 90].map((minutes) => locateOnScale(LIST, minutes * 60_000)),
    [0, 0, 0.625, 0.875, 1, 1],
  )
  assert.equal(locateOnScale([frame(0)], 5), 0)
})

it('a new list leaves what is shown, follows the newest measured frame, and takes the nearest of what is gone', () => {
  const later = [frame(10), frame(20), frame(30), frame(40, 'forecast', 'b'), frame(50, 'forecast', 'b')]
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9].map((index) => findSuccessor(later, LIST, index)),
    [0, 0, 2, 2, 4, 2],
  )
  assert.equal(findSuccessor([], LIST, 1), -1)
})

it('times are of the clock of the place, whose zone is named where the visitor’s shows another', () => {
  const words = { locale: 'en-GB', hour12: false }
  const at = Date.UTC(2026, 10, 20, 23, 20)
  const summer = Date.UTC(2026, 6, 17, 12, 20)
  assert.deepEqual(
    [
      formatFrameTime(at, 'Europe/Berlin', words, 'Europe/Paris'),
      formatFrameTime(at, 'Europe/Berlin', words, 'Europe/London'),
      formatFrameTime(at, 'Europe/Berlin', { locale: 'en-US', hour12: false }, 'Europe/Paris'),
      formatFrameTime(at, 'Asia/Tokyo', words, 'Europe/Berlin'),
      formatFrameTime(at, 'Asia/Tokyo', { locale: 'de-DE', hour12: false }, 'Asia/Seoul'),
      formatFrameTime(summer, 'America/Phoenix', { locale: 'en-US', hour12: true }, 'America/Denver'),
      formatFrameTime(summer, 'America/Phoenix', { locale: 'en-US', hour12: true }, 'America/Los_Angeles'),
    ].map((text) => text.replaceAll('\u202f', ' ').replace(',', '')),
    ['Sat 00:20', 'Sat 00:20 CET', 'Sat 00:20', 'Sat 08:20 GMT+9', 'Sa. 08:20', 'Fri 5:20 AM MST', 'Fri 5:20 AM'],
  )
})
