/** The endpoints by which calls are counted and faults are set. */
export const ENDPOINTS = ['auth', 'token', 'revoke', 'accounts', 'report'] as const
export type Endpoint = (typeof ENDPOINTS)[number]

/** What the next calls of an endpoint get instead of an answer. */
export interface Fault {
  readonly endpoint: Endpoint
  readonly kind: 'quota' | 'unavailable' | 'forbidden' | 'garbage' | 'invalid_client' | 'hang'
  /** How many calls; default all. */
  readonly next?: number
}

/** A code that waits to be exchanged. */
export interface Grant {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
}

export interface SimulatorState {
  readonly now: () => number
  readonly codes: Map<string, Grant>
  readonly refreshTokens: Set<string>
  /** By token: the refresh token it came from, and its expiry in epoch milliseconds. */
  readonly accessTokens: Map<string, { readonly of: string; readonly expiresAt: number }>
  readonly calls: Record<Endpoint, number>
  faults: { readonly fault: Fault; left: number }[]
}

/** More than the sign-ins that are ever under way. */
const MAX_ENTRIES = 1_000

export function createState(now: () => number): SimulatorState {
  return {
    now,
    codes: new Map(),
    refreshTokens: new Set(),
    accessTokens: new Map(),
    calls: { auth: 0, token: 0, revoke: 0, accounts: 0, report: 0 },
    faults: [],
  }
}

/** Adds to a map that drops its oldest entry when full. */
export function store<T>(map: Map<string, T>, key: string, value: T): void {
  const [oldest] = map.keys()
  if (map.size >= MAX_ENTRIES && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

/** The fault that hits this call, if any. */
export function strike(state: SimulatorState, endpoint: Endpoint): Fault | undefined {
  const found = state.faults.find(({ fault, left }) => fault.endpoint === endpoint && left > 0)
  if (found !== undefined) found.left -= 1
  return found?.fault
}
