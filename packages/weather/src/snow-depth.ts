/** Millimetres of depth for each millimetre of water, where the temperature is not known: the customary ten. */
const USUAL_RATIO = 10
const WATER_DENSITY = 1_000
/** Fresh snow is hardly ever denser, in kg/m³. */
const MAX_DENSITY = 200

/**
 * The depth in millimetres of fresh snow that has this much water, an estimate: nothing settles, melts or drifts. The density of fresh snow in
 * kg/m³ follows from the air temperature in °C: 67.92 + 51.25 · e^(T / 2.59) in frost, 119.17 + 20 · T up to 200 above it. Source: Hedstrom
 * and Pomeroy, Measurements and modelling of snow interception in the boreal forest, Hydrological Processes 12 (1998), 1611–1625; above
 * freezing, Pomeroy and Gray, Snowcover (1995). An unknown temperature counts as ten millimetres for each of water.
 */
export function estimateSnowDepth(waterMm: number, temperature: number | null): number {
  if (temperature === null) return waterMm * USUAL_RATIO
  const density = temperature <= 0 ? 67.92 + 51.25 * Math.exp(temperature / 2.59) : Math.min(MAX_DENSITY, 119.17 + 20 * temperature)
  return (waterMm * WATER_DENSITY) / density
}
