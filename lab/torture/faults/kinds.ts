/** What breaks, with relative frequencies. */
export const FAULT_WEIGHTS = {
  'upstream delay': 2,
  'upstream status': 2,
  'upstream refused key': 0.5,
  'upstream quota': 0.5,
  'upstream hang': 1,
  'upstream hang-body': 1,
  'upstream reset': 1,
  'upstream garbage': 0.5,
  'upstream html': 0.5,
  'upstream truncate': 0.5,
  'upstream huge': 0.2,
  'upstream drip': 0.5,
  'smtp hang': 1,
  'smtp refuse': 1,
  'smtp 4xx': 1,
  'smtp 5xx': 0.5,
  'smtp drop after data': 1,
  'smtp late': 1,
  'service kill': 4,
  'service term': 2,
  'service stall': 1,
  'service worker kill': 2,
  'database kill': 2,
  'database backend kill': 1,
  'database stall': 2,
  'database restart': 1,
  'database watchdog kill': 1,
  'valkey kill': 2,
  'valkey stall': 2,
  'disk full': 0.5,
  'clock step': 1.5,
} as const

export type FaultKind = keyof typeof FAULT_WEIGHTS

/** What can be broken. */
export interface FaultPlace {
  readonly nodes: number
  /** Processes in each node. */
  readonly workers: number
  /** Otherwise each node has its own embedded database. */
  readonly hasServer: boolean
  readonly hasValkey: boolean
  /** A file system that can be filled without harm. */
  readonly hasSmallDisk: boolean
}

export function isPossible(kind: FaultKind, place: FaultPlace): boolean {
  switch (kind) {
    case 'valkey kill':
    case 'valkey stall':
      return place.hasValkey
    case 'disk full':
      return place.hasSmallDisk
    case 'service worker kill':
      return place.workers > 1
    case 'database restart':
      return place.hasServer
    case 'database watchdog kill':
      return !place.hasServer
    default:
      return true
  }
}

/** Whether it ends a process. */
export const isKill = (kind: FaultKind): boolean => / (kill|term|restart)$/.test(kind)
