import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createInk, DEGREES } from './ink.ts'

/** The relative luminance (WCAG 2.2) of one of the 216 colours of a terminal's cube. */
function luminanceOf(code: number): number {
  const levels = [0, 95, 135, 175, 215, 255]
  const [red, green, blue] = [Math.floor((code - 16) / 36), Math.floor(((code - 16) % 36) / 6), (code - 16) % 6].map((step) => {
    const share = (levels[step] as number) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('ink', () => {
  it('has a colour for each step of the scale, which differ and can be read on black and on white', () => {
    assert.equal(new Set(DEGREES).size, 8)
    for (const code of DEGREES) {
      const luminance = luminanceOf(code)
      assert.ok((luminance + 0.05) / 0.05 >= 3, `${code} on black`)
      assert.ok(1.05 / (luminance + 0.05) >= 3, `${code} on white`)
    }
  })

  it('gives a temperature the same colour in both units, by the nearest step', () => {
    const { degrees } = createInk(true)
    assert.equal(degrees(20, '°C')('x'), '\u001b[1;38;5;136mx\u001b[0m')
    assert.equal(degrees(68, '°F')('x'), degrees(20, '°C')('x'))
    assert.equal(degrees(24.9, '°C')('x'), degrees(20, '°C')('x'))
    assert.equal(degrees(25, '°C')('x'), '\u001b[1;38;5;166mx\u001b[0m')
    assert.equal(degrees(-60, '°C')('x'), degrees(-30, '°C')('x'))
    assert.equal(degrees(55, '°C')('x'), degrees(40, '°C')('x'))
    assert.equal(degrees(null, '°C')('–'), '–')
  })

  it('colours levels of warnings, and nothing where there is nothing', () => {
    const { level, strong } = createInk(true)
    assert.equal(level('red')('[Red]'), '\u001b[97;48;5;124m[Red]\u001b[0m')
    assert.equal(level(null)('[?]'), '\u001b[30;48;5;254m[?]\u001b[0m')
    assert.equal(strong('  '), '  ')
  })

  it('leaves texts as they are without colours', () => {
    const { degrees, level, strong, soft, rain } = createInk(false)
    assert.deepEqual(
      [degrees(20, '°C'), level('red'), strong, soft, rain].map((paint) => paint('x')),
      Array.from({ length: 5 }, () => 'x'),
    )
  })
})
