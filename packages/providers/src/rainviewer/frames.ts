import { isObject, readFields, readNumber, readObjects, readText } from '../json.ts'
import type { RadarFrame } from '../provider.ts'

/** RainViewer lists 13 frames, LibreWXR up to 19. */
const MAX_FRAMES = 100
/** Up to four names; a dot alone would lead elsewhere. */
const PATH = /^(?:\/[\w-]{1,64}){1,4}$/

/**
 * The frames of a list in RainViewer's format; null if it is none. Keys may be missing. `request` is the URL below which a frame has its pictures: https,
 * or on the host of the list.
 */
export function decodeFrames(body: unknown, baseUrl: URL): RadarFrame[] | null {
  if (!isObject(body) || !isObject(body['radar'])) return null
  const host = URL.parse(readText(body['host']) ?? '')
  if (host === null || (host.protocol !== 'https:' && host.origin !== baseUrl.origin)) return null
  const { past, nowcast } = readFields(body['radar'])
  const decode = (list: unknown, isForecast: boolean): RadarFrame[] =>
    readObjects(list)
      .slice(0, MAX_FRAMES)
      .flatMap(({ time, path }) => {
        const [seconds, below] = [readNumber(time), readText(path)]
        if (seconds === null || !Number.isSafeInteger(seconds) || seconds <= 0 || seconds > 1e10 || below === null || !PATH.test(below))
          return []
        const name = below.slice(below.lastIndexOf('/') + 1).slice(0, 40)
        return [
          { id: `${seconds}-${isForecast ? 'f' : 'm'}-${name}`, time: seconds * 1_000, isForecast, request: `${host.origin}${below}` },
        ]
      })
  return [...decode(past, false), ...decode(nowcast, true)]
}
