import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestGlobals } from '../../visit/testing/globals.ts'
import { rememberShortcut, takeShortcut } from './early-shortcut.ts'

const setGlobals = createTestGlobals()

it('the palette’s shortcut is remembered until the palette listens by itself', () => {
  const listeners = new Set<(event: object) => void>()
  setGlobals({
    addEventListener: (name: string, listener: () => void) => name === 'keydown' && listeners.add(listener),
    removeEventListener: (name: string, listener: () => void) => name === 'keydown' && listeners.delete(listener),
  })
  /** Whether the browser’s own shortcut is kept from it. */
  const press = (key: string, keys: object = {}) => {
    let isTaken = false
    for (const listener of listeners) listener({ key, ctrlKey: false, metaKey: false, ...keys, preventDefault: () => (isTaken = true) })
    return isTaken
  }
  rememberShortcut()
  assert.deepEqual(
    { pressK: press('k'), pressJ: press('j', { ctrlKey: true }), listeners: listeners.size },
    { pressK: false, pressJ: false, listeners: 1 },
  )
  assert.deepEqual([press('K', { metaKey: true }), press('k', { ctrlKey: true })], [true, true])
  assert.deepEqual([takeShortcut(), listeners.size, takeShortcut()], [true, 0, false])
  rememberShortcut()
  assert.equal(listeners.size, 0)
})
