import { type AirState, PLANTS } from '../climate/air.ts'
import { round } from '../wire.ts'
import type { OmRow, OmVariable } from './variables.ts'

/** As the service writes it, with the Greek letter. */
const MICROGRAMS = '\u03bcg/m\u00b3'
const known = new WeakMap<OmRow, AirState>()

function airOf(row: OmRow): AirState {
  const air = known.get(row) ?? row.series.air(row.atMs)
  known.set(row, air)
  return air
}

function concentration(pick: (air: AirState) => number): OmVariable {
  return { unit: () => MICROGRAMS, value: (row) => round(pick(airOf(row)), 1) }
}

function pollen(plant: (typeof PLANTS)[number]): OmVariable {
  return {
    unit: () => 'grains/m\u00b3',
    value(row) {
      const counts = airOf(row).pollen
      return counts === null ? null : round(counts[plant], 1)
    },
  }
}

const VARIABLES: Readonly<Record<string, OmVariable>> = {
  pm2_5: concentration((air) => air.pm25),
  pm10: concentration((air) => air.pm10),
  nitrogen_dioxide: concentration((air) => air.no2),
  ozone: concentration((air) => air.o3),
  sulphur_dioxide: concentration((air) => air.so2),
  carbon_monoxide: concentration((air) => air.co),
  dust: concentration((air) => air.dust),
  ...Object.fromEntries(PLANTS.map((plant) => [`${plant}_pollen`, pollen(plant)])),
}

/** A variable of the air-quality host. */
export function airVariable(name: string): OmVariable | undefined {
  return Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined
}

/** Land, where the models of the sea have no grid point. */
const SHORE = 0.35

function sea(unit: string, digits: number, pick: (row: OmRow, waves: number) => number): OmVariable {
  return {
    unit: () => unit,
    value(row) {
      // The fully developed sea of a wind, 0.24 v² / g (Sverdrup and Munk), and a swell from afar.
      const waves = 0.3 + (0.24 * row.state.windSpeed ** 2) / 9.81
      return row.series.site.continentality > SHORE ? null : round(pick(row, waves), digits)
    },
  }
}

const SEA: Readonly<Record<string, OmVariable>> = {
  wave_height: sea('m', 2, (_row, waves) => waves),
  wave_period: sea('s', 2, (_row, waves) => 3.6 * Math.sqrt(waves)),
  wave_direction: sea('°', 0, ({ state }) => Math.round(state.windDirection) % 360),
  swell_wave_height: sea('m', 2, (_row, waves) => 0.6 * waves),
  swell_wave_period: sea('s', 2, (_row, waves) => 4.8 * Math.sqrt(waves)),
  swell_wave_direction: sea('°', 0, ({ state }) => Math.round(state.windDirection + 25) % 360),
  sea_surface_temperature: sea('°C', 1, ({ series }) => Math.max(-1.8, series.site.meanTemperature)),
}

/** A variable of the marine host. */
export function marineVariable(name: string): OmVariable | undefined {
  return Object.hasOwn(SEA, name) ? SEA[name] : undefined
}
