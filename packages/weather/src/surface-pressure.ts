/** K/m, the lapse rate of the standard atmosphere. */
const LAPSE_K_PER_METRE = 0.006_5
/** g·M / (R·lapse rate) of the standard atmosphere. */
const EXPONENT = 5.257

/**
 * The pressure at the ground in hPa from that at sea level (hPa), the temperature there (°C) and the height (m), by the barometric formula of
 * the standard atmosphere with the actual temperature.
 */
export function computeSurfacePressure(seaLevelPressure: number, temperature: number, height: number): number {
  const rise = LAPSE_K_PER_METRE * height
  return seaLevelPressure * (1 - rise / (temperature + rise + 273.15)) ** EXPONENT
}
