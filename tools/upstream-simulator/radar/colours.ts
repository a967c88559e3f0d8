import type { WeatherState } from '../climate/weather.ts'
import type { Stop } from '../picture.ts'

/** What a radar makes of precipitation in mm/h (Marshall and Palmer). */
const toDbz = (rate: number): number => (rate <= 0 ? 0 : 10 * Math.log10(200 * rate ** 1.6))

/** RainViewer's Universal Blue, and dBZ in general. */
export const REFLECTIVITY = {
  value: ({ precipitation }: WeatherState): number => toDbz(precipitation),
  stops: [
    [0, 136, 221, 238, 0],
    [10, 136, 221, 238, 140],
    [15, 0, 153, 204, 200],
    [20, 0, 119, 170, 230],
    [25, 0, 85, 136, 240],
    [29.9, 0, 85, 136, 240],
    [30, 255, 238, 0, 240],
    [35, 255, 170, 0, 240],
    [40, 255, 119, 0, 250],
    [45, 255, 68, 0, 250],
    [50, 238, 0, 0, 255],
    [55, 153, 0, 0, 255],
  ] satisfies readonly Stop[],
}

/** Classes of Canada's radar in mm/h, in colours like its. */
export const RATE = {
  value: ({ precipitation }: WeatherState): number => precipitation,
  stops: [
    [0.05, 153, 204, 255, 0],
    [0.1, 153, 204, 255, 255],
    [1, 0, 153, 255, 255],
    [2, 0, 255, 102, 255],
    [4, 0, 204, 0, 255],
    [8, 0, 153, 0, 255],
    [12, 0, 102, 0, 255],
    [16, 255, 255, 51, 255],
    [24, 255, 204, 0, 255],
    [32, 255, 153, 0, 255],
    [50, 255, 102, 0, 255],
  ] satisfies readonly Stop[],
}
