import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { PALETTE } from './palette.ts'

it('the colours of pictures are those of the site', () => {
  const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8')
  for (const [name, [light, dark]] of Object.entries(PALETTE)) assert.ok(tokens.includes(`--${name}: light-dark(${light}, ${dark});`), name)
})
