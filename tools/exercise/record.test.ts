import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { DAY_MS } from '../../src/time.ts'
import { recordAnswer } from './record.ts'

const outlineOf = (type: string, text: string): string =>
  recordAnswer('page', '/', { status: 200, headers: new Headers({ 'content-type': type }), text, body: null }).answer
const titled = (title: string): string => `<html><title lang="x">${title}</title></html>`

describe('what is compared of an answer', () => {
  it('is the title of a page or feed, without its numbers', () => {
    assert.equal(outlineOf('text/html; charset=utf-8', titled('Berlin: 48 hours and −8 days')), 'text/html Berlin: # hours and # days')
    assert.equal(outlineOf('application/atom+xml', titled('Weather in Berlin')), 'application/atom+xml Weather in Berlin')
  })

  it('is the same on every day of a year, in every language', () => {
    for (const lang of LANGUAGES) {
      const format = new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
      const days = Array.from({ length: 365 }, (_, day) =>
        outlineOf('text/html', titled(format.format(Date.UTC(2026, 0, 1) + day * DAY_MS))),
      )
      assert.equal(new Set(days).size, 1, [...new Set(days)].slice(0, 2).join(' and '))
    }
  })

  it('is not what a picture tells of the weather', () => {
    assert.equal(outlineOf('image/svg+xml', titled('Drizzle')), outlineOf('image/svg+xml', titled('Overcast')))
  })
})
