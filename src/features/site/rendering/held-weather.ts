import { dataOf, type Gateway } from '../../../gateway/index.ts'
import { cellOf } from '../../../domain/cell.ts'
import { conditionIcon } from '../../../domain/condition-icon.ts'
import type { Visit } from './visit.ts'

/** Looks into the cache for pages that show many places at once: pictures of the weather are worth no call. */
export function createHeldWeather(gateway: Pick<Gateway, 'peekCells'>): Visit['heldWeather'] {
  return async (places) => {
    const cells = places.map(({ lat, lon }) => cellOf(lat, lon))
    const held = await gateway.peekCells(cells, 'current')
    return cells.map(({ id }) => {
      const record = held.get(id)
      if (record === undefined) return null
      const { temperature, condition, isDay } = dataOf(record)
      return { temperature, condition, icon: conditionIcon(condition, isDay) }
    })
  }
}
