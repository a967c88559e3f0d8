import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { CONDITION_ICONS } from '@isobar/weather'

describe('weather-icons.svg', () => {
  it('has one symbol for each icon that the API names, and no other', async () => {
    const sprite = await readFile(new URL('../../public/weather-icons.svg', import.meta.url), 'utf8')
    const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(drawn.toSorted(), CONDITION_ICONS.toSorted())
  })

  it('uses only colours of the page, under names that the component sets', async () => {
    const sprite = await readFile(new URL('../../public/weather-icons.svg', import.meta.url), 'utf8')
    const css = await readFile(new URL('weather-icon.module.css', import.meta.url), 'utf8')
    const colours = [...sprite.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour = '']) => colour)
    for (const colour of new Set(colours)) {
      if (colour === 'none') continue
      const name = /^var\((--icon-[a-z]+)\)$/.exec(colour)?.[1]
      assert.ok(name !== undefined && css.includes(`${name}:`), colour)
    }
  })
})
