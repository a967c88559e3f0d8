import type { Random } from '../../../tools/random.ts'
import type { Rig } from '../rig/rig.ts'
import type { TrafficRequest, Exchange } from './client.ts'
import type { World } from './people.ts'

/** What an operation works with. */
export interface Doing {
  readonly event: string
  readonly random: Random
  readonly world: World
  readonly rig: Rig
  send(asked: TrafficRequest): Promise<Exchange>
}

export type Operate = (doing: Doing) => Promise<unknown>
