/** Millimetres of water that a W/m² evaporates in an hour: 0.408 mm for each MJ/m². */
const MM_PER_WATT_HOUR = (0.408 * 3_600) / 1_000_000

/**
 * Reference evapotranspiration in mm of `hours` hours by Hargreaves (FAO-56, equation 52), for which neither radiation nor humidity need be
 * known: 0.0023 · (T + 17.8) · √(Tmax − Tmin) · Ra. `radiation` is the mean of that time above the atmosphere in W/m²; temperatures in °C,
 * extremes those of the day. FAO-56 states it for days; a part of a day has its share by the radiation.
 */
export function computeEvapotranspiration(
  temperature: number,
  { min, max }: { readonly min: number; readonly max: number },
  radiation: number,
  hours: number,
): number {
  const range = Math.sqrt(Math.max(0, max - min))
  return Math.max(0, 0.002_3 * (temperature + 17.8) * range * radiation * hours * MM_PER_WATT_HOUR)
}
