import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { WireAnswer } from '../wire.ts'
import type { FaultSpec } from './faults.ts'

const CHUNK = 64 * 1024
const HUGE = 200 * 1024 * 1024

/** Sends an answer, spoilt by the fault. Faults that change status or body have been applied before. */
export function deliver(response: ServerResponse, answer: WireAnswer, fault: FaultSpec | null): void {
  const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body, 'utf8')
  const half = body.subarray(0, Math.floor(body.length / 2))
  switch (fault?.kind) {
    case 'hang':
      return
    case 'hang-body':
      head(response, answer, body.length)
      response.write(half)
      return
    case 'reset':
      reset(response, answer, fault.afterHeaders === true ? half : null, body.length)
      return
    case 'garbage':
      return whole(response, answer, randomBytes(Math.min(fault.bytes ?? 2_000, HUGE)))
    case 'truncate':
      head(response, answer, body.length)
      response.write(half, () => response.socket?.end())
      return
    case 'huge':
      return huge(response, answer, fault.bytes ?? HUGE, fault.contentLength === true)
    case 'drip':
      return drip(response, answer, body, fault.bytesPerSecond ?? 20)
    default:
      return whole(response, answer, body)
  }
}

function head(response: ServerResponse, answer: WireAnswer, length: number | null): void {
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(length === null || answer.status === 304 ? {} : { 'content-length': length }),
  })
}

function whole(response: ServerResponse, answer: WireAnswer, body: Buffer): void {
  head(response, answer, body.length)
  response.end(answer.status === 304 ? undefined : body)
}

/** A TCP reset, before anything is sent or once the first half has left. */
function reset(response: ServerResponse, answer: WireAnswer, half: Buffer | null, length: number): void {
  const cut = (): void => void response.socket?.resetAndDestroy()
  if (half === null) return cut()
  head(response, answer, length)
  response.write(half, () => setTimeout(cut, 20))
}

function huge(response: ServerResponse, answer: WireAnswer, bytes: number, announced: boolean): void {
  head(response, answer, announced ? bytes : null)
  const block = Buffer.alloc(CHUNK, 0x20)
  let left = bytes
  const pump = (): void => {
    while (left > 0 && !response.destroyed) {
      const part = left >= CHUNK ? block : block.subarray(0, left)
      left -= part.length
      if (!response.write(part)) return void response.once('drain', pump)
    }
    if (!response.destroyed) response.end()
  }
  pump()
}

function drip(response: ServerResponse, answer: WireAnswer, body: Buffer, bytesPerSecond: number): void {
  head(response, answer, body.length)
  const size = Math.max(1, Math.ceil(bytesPerSecond / 20))
  let at = 0
  const timer = setInterval(
    () => {
      response.write(body.subarray(at, at + size))
      at += size
      if (at < body.length) return
      clearInterval(timer)
      response.end()
    },
    (1000 * size) / bytesPerSecond,
  )
  response.once('close', () => clearInterval(timer))
}
