import { dataOf, type Gateway } from '../../../gateway/index.ts'
import { cellOf } from '../../../domain/cell.ts'
import { conditionIcon } from '../../../domain/condition-icon.ts'
import type { Visit } from './visit.ts'

/** Reads the cache only, for pages that show many places at once: their weather pictures are not worth a paid call. */
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
