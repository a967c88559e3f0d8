import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { gradeAlert } from './grading.ts'
import { chooseHighestGrade } from './severity.ts'

const grade = (event: string, description = '', senderName: string | null = 'Agency') =>
  gradeAlert(null, { source: 'openweather', senderName, event, description }).severity

describe('gradeOf', () => {
  it('uses what the source states, in any case, whatever the title says', () => {
    const alert = { source: 'nws', senderName: null, event: 'Red wind warning', description: '' }
    assert.deepEqual(gradeAlert('Minor', alert), { severity: 'minor', severitySource: 'stated' })
    for (const stated of ['Unknown', undefined, null, '', 3])
      assert.deepEqual(gradeAlert(stated, alert), { severity: 'extreme', severitySource: 'derived' })
    assert.deepEqual(gradeAlert('Unknown', { ...alert, event: 'Air Quality Alert' }), { severity: null, severitySource: null })
  })

  const COLOURED: readonly (readonly [string, ReturnType<typeof grade>])[] = [
    ['Red wind warning', 'extreme'],
    ['Status Red - Wind warning for Cork', 'extreme'],
    ['Heavy Rain Warning - Orange', 'severe'],
    ['Amber warning of snow', 'severe'],
    ['Yellow Severe Thunderstorm Warning', 'moderate'],
    ['Yellow, Moderate, Thunderstorm', 'moderate'],
    ['Yellow Snow-ice Warning', 'moderate'],
    ['Yellow warning of snow', 'moderate'],
    ['Amber snow warning', 'severe'],
    ['Status Yellow - Wind warning', 'moderate'],
    ['Wind level 2 yellow', 'moderate'],
    ['Rote Sturmwarnung', 'extreme'],
    ['Warnung vor Sturm, Stufe Rot', 'extreme'],
    ['Gelbe Gewitterwarnung', 'moderate'],
    ['Vigilance rouge orages', 'extreme'],
    ['Vent violent : vigilance orange', 'severe'],
    ['Vigilance jaune crues', 'moderate'],
    ['Aviso rojo por lluvias', 'extreme'],
    ['Aviso de temperaturas máximas de nivel naranja', 'severe'],
    ['Alerta amarilla por viento', 'moderate'],
    ['Aviso vermelho de agitação marítima', 'extreme'],
    ['Allerta rossa per temporali', 'extreme'],
    ['Allerta arancione', 'severe'],
    ['Code oranje: zware windstoten', 'severe'],
    ['Röd varning för regn', 'extreme'],
    ['RÖD VARNING', 'extreme'],
    ['Rødt varsel om kraftig regn', 'extreme'],
    ['Oransje nivå, kuling', 'severe'],
    ['Punainen tuulivaroitus', 'extreme'],
    ['Pomarańczowy alert, burze', 'severe'],
    ['Червен код за дъжд', 'extreme'],
    ['Cod portocaliu de vânt', 'severe'],
    ['暴雨红色预警', 'extreme'],
    ['大风蓝色预警信号', 'minor'],
  ]
  for (const [event, severity] of COLOURED) it(`reads the colour of a level: ${event}`, () => assert.equal(grade(event), severity))

  const WORDED: readonly (readonly [string, ReturnType<typeof grade>])[] = [
    ['Severe Thunderstorm Warning', 'severe'],
    ['Extreme wind warning', 'extreme'],
    ['Moderate rain warning', 'moderate'],
    ['Major Flood Warning', 'severe'],
    ['Unwetterwarnung vor Starkregen', 'severe'],
    ['Amtliche WARNUNG vor EXTREMEM UNWETTER', 'extreme'],
    ['Perigo Potencial de Chuvas', 'moderate'],
    ['Grande Perigo', 'extreme'],
    ['大雨特別警報', 'extreme'],
    ['大雨警報', 'severe'],
    ['強風注意報', 'moderate'],
  ]
  for (const [event, severity] of WORDED) it(`reads the wording: ${event}`, () => assert.equal(grade(event), severity))

  for (const event of [
    'Red Flag Warning',
    'Red River Flood Warning',
    'Flood warning for the Red River',
    'Orange County Flood Advisory',
    'Wind warning for Orange',
    'High Wind Warning for Baton Rouge',
    'Red tide statement',
    'Yellow dust warning',
    'Yellowstone winter storm',
    'Tiered response',
    'Frosted roads, hundred fold',
    'No severe weather expected',
    'No red warnings',
    'Red warning cancelled',
    'Severe thunderstorm warning has been lifted',
    'Aufhebung der Unwetterwarnung',
    'Kein Unwetter',
    'Fin de vigilance rouge',
    'Aviso rojo cancelado',
    'Extreme heat',
    'Extreme low temperature',
    'Extreme temperature value',
    'Wind warning',
    'Green wind warning',
    '',
  ])
    it(`guesses nothing: ${event || 'no title'}`, () => assert.equal(grade(event), null))

  it('does not mistake the number of a bulletin for a negation', () => {
    assert.equal(grade('Bulletin No. 5: red warning'), 'extreme')
  })

  it('reads the German levels as relays write them, only on the four-level scale', () => {
    const german = (event: string, description: string) => grade(event, description, 'Deutscher Wetterdienst')
    assert.equal(german('gale-force gusts', 'There is a risk of gale-force gusts (Level 2 of 4).Max. gusts: ~ 70 km/h'), 'moderate')
    assert.equal(german('wind gusts', 'There is a risk of wind gusts (level 1 of 4).'), 'minor')
    assert.equal(german('frost', 'There is a risk of frost (level 1 of 2).'), null)
    // Another agency may count the other way round.
    assert.equal(grade('wind gusts', 'There is a risk of wind gusts (level 1 of 4).'), null)
  })

  it('recognises the gravest products of the National Weather Service, and only from the Service', () => {
    assert.equal(grade('Tornado Warning', '', 'NWS Norman (Oklahoma)'), 'extreme')
    assert.equal(grade('Winter Storm Warning', '', 'NWS Norman (Oklahoma)'), 'severe')
    assert.equal(grade('Storm Warning', '', 'Met Éireann'), null)
    assert.equal(grade('Wind Advisory', '', 'NWS Norman (Oklahoma)'), null)
  })

  it('never looks inside words or texts', () => {
    const severity = fc.constantFrom('red', 'rouge', 'rojo', 'röd', 'orange', 'severe', 'extreme')
    const letters = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(severity, letters, letters, (word, before, after) => {
        fc.pre(!['', 's', 'es', 'r'].includes(after) || before.length > 1)
        const inside = grade(`Wind ${before}${word}${after} here`)
        assert.ok(inside === null, `${before}${word}${after}`)
        assert.equal(grade(`A long text ${'of many words '.repeat(5)} ${word} warning`), null)
      }),
      { numRuns: 300 },
    )
  })
})

describe('highestGrade', () => {
  it('is the highest stated one; derived ones count only if none is stated', () => {
    const stated = { severity: 'moderate', severitySource: 'stated' } as const
    const derived = { severity: 'extreme', severitySource: 'derived' } as const
    const none = { severity: null, severitySource: null }
    assert.deepEqual(chooseHighestGrade([derived, stated, none]), stated)
    assert.deepEqual(chooseHighestGrade([none, derived]), derived)
    assert.deepEqual(chooseHighestGrade([none]), none)
    assert.deepEqual(chooseHighestGrade([]), none)
  })
})
