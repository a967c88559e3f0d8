import { EVENT_MM, LEAD_HOURS, LEVEL, MATCH_WITHIN_MINUTES, MIN_DAYS, MIN_EVENTS, MIN_IN_BIN, WET_HOUR_MM } from '@isobar/weather'
import { type TSchema, Type } from 'typebox'
import { buildNullableSchema, buildNullableNumberSchema } from '../../../../platform/http/schema/schemas.ts'
import { QUANTITIES } from './entries.ts'

const Interval = {
  low: buildNullableNumberSchema(`Lower end of the ${LEVEL * 100} % interval; null where it is not defined`),
  high: buildNullableNumberSchema('Upper end'),
}
const Estimate = (description: string) => Type.Object({ value: Type.Number(), ...Interval }, { title: 'Estimate', description })

const Baseline = (score: string) =>
  buildNullableSchema(
    Type.Object({
      n: Type.Integer({ description: 'Cases that the forecast and the baseline have in common' }),
      score: Type.Number({ description: `${score} of the baseline on these cases` }),
      skill: buildNullableSchema(
        Estimate(`1 − ${score} of the forecast / ${score} of the baseline, on these cases: 1 is perfect, 0 no better`),
        'Null against a perfect baseline',
      ),
    }),
    'Null if the archive has it for less than half of the cases',
  )
const baselines = (score: string) => ({
  persistence: Baseline(score),
  climatology: Baseline(score),
})

const Truth = Type.Object(
  {
    source: Type.String({ description: 'Provider id' }),
    kind: Type.Enum(['observation', 'analysis'], { description: 'Measured at a station, or computed for that moment' }),
    station: buildNullableSchema(
      Type.Object(
        {
          id: Type.String({ description: 'The identifier by its source, such as an ICAO code' }),
          name: Type.String(),
          distanceKm: Type.Number({ description: 'From the place' }),
          heightMetres: buildNullableNumberSchema('Above sea level'),
        },
        { title: 'TruthStation' },
      ),
      'The station of the last day that was compared; null if the truth is no measurement of a station, or of all places together',
    ),
    isOwn: Type.Boolean({
      description: "The truth comes from the forecasts' own provider: this flatters it and does not compare providers",
    }),
  },
  {
    title: 'Truth',
    description: `What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within ${MATCH_WITHIN_MINUTES} minutes). Other sources are also compared with their own analysis`,
  },
)

const Sample = {
  source: Type.String({ description: 'Provider id of the forecasts; sources are never pooled' }),
  truth: Truth,
  leadHours: Type.Integer({ description: `Upper bound of the lead time band in hours, inclusive: ${LEAD_HOURS.join(', ')}` }),
  leadAboveHours: Type.Integer({
    description: 'Lower bound of the band, exclusive. For highs and lows, leadHours / 24 is the number of calendar days ahead',
  }),
  n: Type.Integer({ description: 'Cases: each hour or day once, by the first issue of the band' }),
  days: Type.Integer({ description: 'Days with cases' }),
}

const Comparisons = Type.Array(
  Type.Object({
    versus: Type.String({ description: 'The other source' }),
    n: Type.Integer({ description: 'Cases that both have' }),
    days: Type.Integer(),
    difference: buildNullableSchema(
      Estimate('Score of this source minus that of the other, on the same cases'),
      `Null below ${MIN_DAYS} days`,
    ),
    isDecided: Type.Boolean({
      description: 'Whether the interval of the difference excludes 0; only then may one source be called better',
    }),
  }),
  { description: 'Paired differences: of the MAE, or of the Brier score' },
)

const scored = <Schema extends TSchema>(schema: Schema, least: string) => buildNullableSchema(schema, `Null: not enough data (${least})`)

const Quantity = Type.Object(
  {
    variable: Type.Enum([...QUANTITIES.all], {
      description:
        'Wind directions are compared on the circle, in degrees, and skipped where either wind is calm. The air is compared with its own source’s analysis only, never with measurements',
    }),
    ...Sample,
    scores: scored(
      Type.Object({
        bias: Estimate('Mean error, forecast minus truth'),
        mae: Estimate('Mean absolute error'),
        rmse: Estimate('Root mean square error'),
        ...baselines('MAE'),
      }),
      `fewer than ${MIN_DAYS} days`,
    ),
    comparisons: Comparisons,
  },
  { title: 'VerifiedQuantity', description: 'In the unit of the variable; concentrations in µg/m³' },
)

const rate = (description: string) => buildNullableNumberSchema(`${description}. Null: 0/0, not defined`)

const Amount = Type.Object(
  {
    ...Sample,
    thresholds: Type.Array(
      Type.Object({
        leastMm: Type.Number({ description: `An hour with at least this is an event, mm in any unit system: ${EVENT_MM.join(', ')}` }),
        hits: Type.Integer(),
        falseAlarms: Type.Integer(),
        misses: Type.Integer(),
        correctNegatives: Type.Integer(),
        scores: scored(
          Type.Object({
            baseRate: rate('Share of the hours with the event'),
            pod: rate('Probability of detection, a / (a + c)'),
            far: rate('False alarm ratio, b / (a + b)'),
            pofd: rate('Probability of false detection (false alarm rate), b / (b + d)'),
            csi: rate('Critical success index (threat score), a / (a + b + c)'),
            ets: rate('Equitable threat score: CSI without chance hits'),
            frequencyBias: rate('Forecast events per observed one, (a + b) / (a + c)'),
            hk: rate('Hanssen–Kuipers discriminant, POD − POFD'),
            hss: rate('Heidke skill score'),
            intervals: Type.Object(
              Object.fromEntries(
                ['pod', 'far', 'csi', 'ets', 'frequencyBias'].map((name) => [
                  name,
                  buildNullableSchema(Type.Object({ low: Type.Number(), high: Type.Number() }, { title: 'Interval' }), name),
                ]),
              ),
              { description: `${LEVEL * 100} % intervals` },
            ),
          }),
          `fewer than ${MIN_DAYS} days, or than ${MIN_EVENTS} observed or forecast events`,
        ),
      }),
    ),
  },
  { title: 'VerifiedAmount', description: 'Precipitation of an hour, by 2 × 2 tables' },
)

const Probability = Type.Object(
  {
    ...Sample,
    scores: scored(
      Type.Object({
        baseRate: Type.Number(),
        brier: Estimate('Brier score, 0–1, best 0'),
        reliability: Type.Number({ description: 'Of the Brier score: reliability − resolution + uncertainty; best 0' }),
        resolution: Type.Number(),
        uncertainty: Type.Number({ description: 'Brier score of always forecasting the base rate' }),
        ...baselines('Brier score'),
        bins: Type.Array(
          Type.Object({
            n: Type.Integer(),
            forecast: Type.Number({ description: 'Mean probability' }),
            observed: buildNullableNumberSchema(`Share of the hours that were wet; null below ${MIN_IN_BIN} forecasts`),
            ...Interval,
          }),
          { description: 'The reliability diagram, by tenths' },
        ),
      }),
      `fewer than ${MIN_DAYS} days, or than ${MIN_EVENTS} wet hours`,
    ),
    comparisons: Comparisons,
  },
  { title: 'VerifiedProbability', description: `Probability of at least ${WET_HOUR_MM} mm in an hour` },
)

export const VerificationSchema = Type.Object(
  {
    from: buildNullableSchema(Type.String({ format: 'date' }), 'First day compared; null if there is none yet'),
    to: buildNullableSchema(Type.String({ format: 'date' }), 'Last day compared'),
    places: Type.Integer({ minimum: 0, description: 'Places that were compared' }),
    simulated: Type.Boolean({ description: 'Whether some of the weather was simulated, for a demonstration' }),
    quantities: Type.Array(Quantity),
    amounts: Type.Array(Amount),
    probabilities: Type.Array(Probability),
  },
  {
    title: 'Verification',
    description:
      'How good the forecasts of the last 365 days were, whatever the requested period. Each day is compared once, after it has ended everywhere. ' +
      'Persistence is the truth at the same hour of the last day known when the forecast was issued, climatology its mean over the 30 days before. ' +
      'Intervals: block bootstrap over days. Method: docs/measurements.md',
  },
)

export const Attributions = Type.Array(
  Type.Object({
    source: Type.String({ description: 'Provider id' }),
    name: Type.String(),
    text: Type.String(),
    url: Type.String(),
    license: Type.String(),
  }),
  { description: 'Credits required by the licences of the sources' },
)
