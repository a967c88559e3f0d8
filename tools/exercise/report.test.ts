import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exercise } from './record.ts'
import { reportExercises } from './report.ts'

const exercise = (name: string, change: Partial<Exercise> = {}): Exercise => ({
  kind: 'route',
  name,
  status: 200,
  answer: 'application/json id',
  fault: null,
  ...change,
})

describe('the report of exercises', () => {
  it('is good if none failed and all answers are those of the other service', () => {
    const { lines, isGood } = reportExercises([exercise('GET /a'), exercise('GET /b')], [exercise('GET /b'), exercise('GET /a')])
    assert.equal(isGood, true)
    assert.match(lines[1] ?? '', /^route +2 +0 +0 +0$/)
    assert.equal(lines.length, 2)
  })

  it('without another service judges failures alone', () => {
    assert.equal(reportExercises([exercise('GET /a', { status: 404 })], null).isGood, true)
  })

  for (const [what, now, line] of [
    [
      'a failure, even if the other service has it, too',
      exercise('GET /a', { status: 500, answer: 'text/html' }),
      /^route GET \/a: 500 text\/html$/,
    ],
    ['a fault', exercise('GET /a', { fault: 'not sent' }), /^route GET \/a: 200 .*: not sent$/],
  ] as const)
    it(`names ${what}`, () => {
      const { lines, isGood } = reportExercises([now], [now])
      assert.equal(isGood, false)
      assert.match(lines[2] ?? '', line)
    })

  it('names what differs, what is new and what is missing', () => {
    const former = [exercise('GET /a', { answer: 'text/html' }), exercise('GET /gone')]
    const { lines, isGood } = reportExercises([exercise('GET /a'), exercise('GET /new')], former)
    assert.equal(isGood, false)
    assert.match(lines[1] ?? '', /^route +2 +0 +0 +2$/)
    assert.deepEqual(lines.slice(2), [
      'route GET /a: 200 application/json id: elsewhere 200 text/html',
      'route GET /new: 200 application/json id: elsewhere missing',
      'route GET /gone: missing',
    ])
  })
})
