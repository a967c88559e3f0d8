import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { FALL_LEVELS, findWindLevel, PHENOMENON_LEVELS, WIND_LEVELS } from './severity.ts'

it('the README prints the table of severity', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| (\d) \| (.*?) ?\| (.*?) ?\| (.*?) ?\|$/gm)]
  const found = rows.map(([, level, fall = '', names = '', wind = '']) => ({
    level: Number(level),
    fall: fall === '' ? [] : [fall],
    names: names.split(', ').filter((name) => name !== ''),
    wind: /[\d.]+/.exec(wind)?.[0] ?? null,
  }))
  const keysAt = (levels: Readonly<Record<string, number>>, level: number) => Object.keys(levels).filter((key) => levels[key] === level)
  assert.deepEqual(
    found,
    [5, 4, 3, 2, 1].map((level) => ({
      level,
      fall: keysAt(FALL_LEVELS, level),
      names: keysAt(PHENOMENON_LEVELS, level),
      wind: WIND_LEVELS.find(([, each]) => each === level)?.[0].toString() ?? null,
    })),
  )
  assert.deepEqual([17.1, 17.2, 24.5, 32.7].map(findWindLevel), [null, 2, 4, 5])
})
