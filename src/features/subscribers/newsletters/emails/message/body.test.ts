import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderMessageHtml, extractPreheader } from './body.ts'

it('the body of a message keeps its links and the first number of a list, but no other attribute, scheme or image', () => {
  const html = renderMessageHtml(
    '[a](https://x.example/y "T") [b](mailto:a@x.example) [c](ftp://x.example)\n\n3. three\n\n![i](https://x.example/i.png)',
  )
  assert.equal(
    html.replaceAll(/\s*\n\s*/g, ''),
    '<p><a href="https://x.example/y" title="T">a</a> <a href="mailto:a@x.example">b</a> <a>c</a></p><ol start="3"><li>three</li></ol><p></p>',
  )
})

describe('the preheader of a message', () => {
  it('is the start of its text: no markup, no entities, a space between parts', () => {
    const html = renderMessageHtml('# Warnings & more\n\nFrom **today**, [read on](https://weather.example) <here>:\n\n- rain\n- heat')
    assert.equal(extractPreheader(html), 'Warnings & more From today, read on <here>: rain heat')
  })

  it('is cut at 120 characters, never inside one', () => {
    const words = [...extractPreheader(renderMessageHtml('🌦️ sun '.repeat(200)))]
    assert.equal(words.length, 120)
    assert.ok(words.join('').isWellFormed())
  })

  it('is empty if the message is', () => {
    assert.equal(extractPreheader(renderMessageHtml('---')), '')
  })
})
