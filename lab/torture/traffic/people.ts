import { createRegister, type Register, type WriteCounts } from '../observer/writes.ts'

/** A subscription as its client knows it. */
export interface Subscribed {
  readonly email: string
  readonly type: 'newsletter' | 'city_weekly' | 'city_alerts'
  readonly lat: number
  readonly lon: number
  /** Whether the list shows it. */
  readonly active: Register<boolean>
  /** `alertPrefs.wind.minGustKmh` */
  readonly gust: Register<number | null>
  id: string | null
  token: string | null
  isConfirmed: boolean
}

/** Somebody who subscribes. */
export interface Person {
  readonly name: string
  readonly clientId: string
  readonly address: string
  readonly subscriptions: Subscribed[]
}

/** What clients remember from one request to the next. */
export interface World {
  readonly people: readonly Person[]
  readonly writes: WriteCounts
  readonly alertIds: Set<string>
  readonly office: Office
  /** Reports that were acknowledged. */
  readonly reports: Set<string>
  readonly subscribedAddresses: Map<string, 'acknowledged' | 'unanswered'>
}

/** What the owner does in the back office, one thing after the other. */
export interface Office {
  cookie: string | null
  readonly siteName: Register<string | null>
  readonly subject: Register<string | null>
  readonly about: Register<string | null>
  readonly users: Map<string, { id: string | null; readonly exists: Register<boolean>; readonly name: Register<string> }>
  /** Sessions whose end was acknowledged. */
  readonly endedSessions: string[]
  readonly messages: { readonly id: string; readonly recipients: number }[]
  readonly testMails: string[]
}

const PEOPLE = 12

export function createWorld(): World {
  const writes: WriteCounts = { acknowledged: 0, unanswered: 0, refused: 0 }
  return {
    writes,
    people: Array.from({ length: PEOPLE }, (_, i) => ({
      name: `p${i}`,
      clientId: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      address: `198.51.100.${i + 1}`,
      subscriptions: [],
    })),
    alertIds: new Set(),
    reports: new Set(),
    subscribedAddresses: new Map(),
    office: {
      cookie: null,
      siteName: createRegister<string | null>('setting siteName', null, writes),
      subject: createRegister<string | null>('subject of the digest', null, writes),
      about: createRegister<string | null>('page about', null, writes),
      users: new Map(),
      endedSessions: [],
      messages: [],
      testMails: [],
    },
  }
}

/** `p3.7@reader.example`: shows whose it is wherever it appears. */
export const addressOf = (person: Person, n: number): string => `${person.name}.${n}@reader.example`
export const ADDRESSES = /\b(p\d+)\.\d+@reader\.example/g
