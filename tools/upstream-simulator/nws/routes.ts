import { atPath, type Product } from '../products.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { activeAlerts } from './alerts.ts'
import { gridpoint, GRIDPOINT_PATH } from './gridpoint.ts'
import { points } from './points.ts'
import { missingUserAgent } from './problems.ts'

/** The routes of api.weather.gov. All require a User-Agent. */
export const nwsProducts: readonly Product[] = [
  atPath('nws/alerts', '/alerts/active', identified(activeAlerts)),
  { id: 'nws/points', template: '/points/{lat},{lon}', matches: (path) => path.startsWith('/points/'), answer: identified(points) },
  {
    id: 'nws/forecast',
    template: '/gridpoints/{office}/{x},{y}',
    matches: (path) => GRIDPOINT_PATH.test(path),
    answer: identified(gridpoint),
  },
]

function identified(answer: Product['answer']): (world: World, request: WireRequest) => WireAnswer {
  return (world, request) => {
    const agent = request.headers['user-agent']
    return typeof agent === 'string' && agent.trim() !== '' ? answer(world, request) : missingUserAgent()
  }
}
