import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { messageHtml, messagePreheader } from './body.ts'

describe('the preheader of a message', () => {
  it('is the start of its text: no markup, no entities, a space between parts', () => {
    const html = messageHtml('# Warnings & more\n\nFrom **today**, [read on](https://weather.example) <here>:\n\n- rain\n- heat')
    assert.equal(messagePreheader(html), 'Warnings & more From today, read on <here>: rain heat')
  })

  it('is cut at 120 characters, never inside one', () => {
    const words = [...messagePreheader(messageHtml('🌦️ sun '.repeat(200)))]
    assert.equal(words.length, 120)
    assert.ok(words.join('').isWellFormed())
  })

  it('is empty if the message is', () => {
    assert.equal(messagePreheader(messageHtml('---')), '')
  })
})
