import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CITIES, type City, recordedPairs, replayPairs } from './replay.ts'
import { hasSets, numberOf, type Row, WITHOUT_SETS } from './sets.ts'

/** The bands of docs/measurements.md, by their upper ends. */
const BANDS = [1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168]

/** n, bias, MAE and RMSE by band, computed here: an hour counts once in a band, by the band's first issue. */
function expectedOf(rows: readonly Row[]) {
  return BANDS.flatMap((upTo, index) => {
    const inBand = rows.filter((row) => numberOf(row, 'lead_h') > (BANDS[index - 1] ?? 0) && numberOf(row, 'lead_h') <= upTo)
    const longest = new Map<string, Row>()
    for (const row of inBand) {
      const other = longest.get(row['valid_local'] ?? '')
      if (other === undefined || numberOf(other, 'lead_h') < numberOf(row, 'lead_h')) longest.set(row['valid_local'] ?? '', row)
    }
    const errors = [...longest.values()].map((row) => numberOf(row, 'forecast_c') - numberOf(row, 'observed_c'))
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    if (errors.length === 0) return []
    const [bias, mae, rmse] = [mean(errors), mean(errors.map(Math.abs)), Math.sqrt(mean(errors.map((error) => error ** 2)))]
    return [{ leadHours: upTo, n: errors.length, bias, mae, rmse }]
  })
}

it('recorded forecasts, replayed against recorded stations through the service, have the errors that they have', async (t) => {
  if (!hasSets) return t.skip(WITHOUT_SETS)
  const rows = recordedPairs()
  const replayed = await replayPairs(rows)
  for (const city of Object.keys(CITIES) as City[]) {
    const expected = expectedOf(rows.filter((row) => row['city'] === city))
    const found = replayed.get(city) ?? []
    assert.deepEqual(
      found.map(({ leadHours, n, truth }) => [leadHours, n, truth.kind, truth.station?.id]),
      expected.map(({ leadHours, n }) => [leadHours, n, 'observation', city]),
    )
    for (const [index, { scores, leadHours }] of found.entries())
      for (const name of ['bias', 'mae', 'rmse'] as const) {
        const [ours, own] = [scores?.[name].value ?? Number.NaN, expected[index]?.[name] ?? Number.NaN]
        assert.ok(Math.abs(ours - own) <= 0.006, `${city}, ${leadHours} h: ${name} ${ours} instead of ${own}`)
      }
    for (const { leadHours, n, scores } of found.filter((each) => each.leadHours >= 24))
      t.diagnostic(`| ${city} | ${leadHours} h | ${n} | ${scores?.bias.value} | ${scores?.mae.value} | ${scores?.rmse.value} |`)
  }
})
