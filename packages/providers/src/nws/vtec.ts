/** A P-VTEC string: the action of a message, and the event that it applies to. Format: NWS Directive 10-1703. */
export interface Vtec {
  /** NEW, CON, EXT, EXA, EXB, UPG, CAN, EXP, COR or ROU. */
  readonly action: string
  /** Office, phenomenon, significance and number, `KMOB.TO.A.0641`: unique within the year in which the event was issued. */
  readonly event: string
  /** Epoch milliseconds; null once the event has begun, because the string then omits it. */
  readonly beginMs: number | null
}

const P_VTEC = /^\/[OEX]\.([A-Z]{3})\.([A-Z]{4}\.[A-Z]{2}\.[A-Z]\.\d{4})\.(\d{6}T\d{4}Z)-\d{6}T\d{4}Z\/$/
const OVER = new Set(['CAN', 'UPG', 'EXP'])

/** Product class T: an exercise, whatever the message's status says. */
export function isTestCode(text: string): boolean {
  return text.trim().startsWith('/T.')
}

/** The event of a message: of several, the first that the message does not end. Null without VTEC. */
export function readVtec(texts: readonly string[]): Vtec | null {
  const all = texts.flatMap((text) => {
    const [, action, event, begin] = P_VTEC.exec(text.trim()) ?? []
    return action === undefined || event === undefined ? [] : [{ action, event, beginMs: vtecTime(begin ?? '') }]
  })
  return all.find(({ action }) => !OVER.has(action)) ?? all[0] ?? null
}

/** `251126T0000Z`; all zeros mean no time. */
function vtecTime(text: string): number | null {
  const [, year, month, day, hour, minute] = /^(\d\d)(\d\d)(\d\d)T(\d\d)(\d\d)Z$/.exec(text) ?? []
  if (year === undefined || month === '00') return null
  const epochMs = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:00Z`)
  return Number.isNaN(epochMs) ? null : epochMs
}
